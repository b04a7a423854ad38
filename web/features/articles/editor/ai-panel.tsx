// Buttons of the AI assistants in the editor, and the panel in which their answers are written.
import { Button, type FormInstance, Space, Tooltip } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { answerLengths, VARIANTS_MAX } from '#contract/ai/ai-labels.ts'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { rebound } from '#contract/articles/bound-fields.ts'
import { Can } from '#web/kit/can.tsx'
import { useNoteChange } from '#web/kit/form/form-page.tsx'
import { copyText } from '#web/lib/copy.ts'
import { notify } from '#web/lib/notify.ts'
import { AnswerText, isAnswering, useAiAnswer, useAiService } from '#web/pickers/ai-answer.tsx'
import { type AiButton, aiButtonLabels } from '../ai-answer-dialog.tsx'
import type { ArticleValues } from './article-values.ts'
import { SidePanel } from './side-panel.tsx'
import type { Variant, Variants } from './use-variants.ts'

const buttons: readonly AiButton[] = ['summaryAI', 'hintTextAI']

export function AiButtons({ edition, variants }: { edition: Edition; variants: Variants }) {
  const service = useAiService()
  if (!service) return null
  return buttons.map((button) => (
    <Can key={button} call={articleActs[edition][button]}>
      <Tooltip title={!service.isSet && `未配置 AI 服务（${service.settings}），请联系系统管理员`}>
        <Button disabled={!service.isSet} onClick={() => variants.ask(button)}>
          {aiButtonLabels[button]}
        </Button>
      </Tooltip>
    </Can>
  ))
}

function Length({ text, button }: { text: string; button: AiButton }) {
  const { min, max } = answerLengths[button]
  const length = [...text].length
  if (length >= min && length <= max) return <span className="article-note">{length} 字</span>
  return <span className="ai-length is-wrong">{`${length} 字，应为 ${min} 至 ${max} 字`}</span>
}

type VariantProps = {
  variant: Variant
  id: string
  number: number
  button: AiButton
  onStop: () => void
  onTake: (text: string) => void
}

function VariantView({ variant: { heard, isOpen }, id, number, button, onStop, onTake }: VariantProps) {
  const { data, error } = useAiAnswer(id, isOpen)
  // one that is stopped stores its last pieces after its row has been read
  const read = { data: data && heard.length > data.text.length ? { ...data, text: heard } : data, error }
  const isRunning = isAnswering(read)
  const text = read.data?.text.trim() ?? ''
  return (
    <section className="ai-variant" aria-label={`第 ${number} 个回答`}>
      <AnswerText {...read} />
      <Space wrap>
        {isRunning ? (
          <Button size="small" onClick={onStop}>
            停止
          </Button>
        ) : (
          <Button size="small" type="primary" disabled={text === ''} onClick={() => onTake(text)}>
            {button === 'summaryAI' ? '填入摘要' : '复制'}
          </Button>
        )}
        {text !== '' && <Length text={text} button={button} />}
      </Space>
    </section>
  )
}

/** As if it was typed: the browser's undo takes it back in one step. */
function retype(form: FormInstance<ArticleValues>, text: string): void {
  const area = (form.getFieldInstance('summary') as TextAreaRef | undefined)?.resizableTextArea?.textArea
  area?.focus()
  area?.select()
  const isTyped = area && document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isTyped) form.setFieldValue('summary', text)
}

export function AiPanel({ variants: own, form }: { variants: Variants; form: FormInstance<ArticleValues> }) {
  const noteChange = useNoteChange()
  const { button, variants } = own
  if (!button) return null
  const take = (id: string, text: string) => {
    if (button === 'hintTextAI') return void copyText(text)
    const before: ArticleValues = form.getFieldsValue(true)
    const { aiAnswerIds = [], summary } = before
    own.noteTaken(id, summary)
    form.setFieldsValue({
      bindings: rebound(before, 'summary', text),
      aiAnswerIds: [...aiAnswerIds.filter((each) => each !== id), id],
    } as Parameters<typeof form.setFieldsValue>[0])
    retype(form, text)
    noteChange()
    notify.undoable('已填入摘要', () => {
      retype(form, summary)
      noteChange()
    })
  }
  const isFull = variants.length >= VARIANTS_MAX
  return (
    <SidePanel title={aiButtonLabels[button]} onClosed={own.close}>
      <p className="article-note">按已保存的最新版本生成，采用前不会改动资讯。</p>
      {variants.map((variant, at) =>
        variant.id === null ? (
          <p key={variant.key} role="status">
            正在等待回答…
          </p>
        ) : (
          <VariantView
            key={variant.key}
            variant={variant}
            id={variant.id}
            number={at + 1}
            button={button}
            onStop={() => void own.stop(variant)}
            onTake={(text) => take(variant.id ?? '', text)}
          />
        ),
      )}
      <Tooltip title={isFull && `最多 ${VARIANTS_MAX} 个，返回后可以重新生成`}>
        <Button disabled={isFull} onClick={own.more}>
          再写一个
        </Button>
      </Tooltip>
    </SidePanel>
  )
}
