// The AI buttons of the editor. A summary gets into its field only by a click.
import { Button, Form, Tooltip } from 'antd'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { Can } from '#web/kit/can.tsx'
import { useNoteChange } from '#web/kit/form/form-page.tsx'
import { useAiService } from '#web/pickers/ai-answer.tsx'
import { type AiButton, aiButtonLabels, useArticleAi } from '../ai-answer-dialog.tsx'

const buttons: readonly AiButton[] = ['summaryAI', 'hintTextAI']

export function AiButtons({ edition, id }: { edition: Edition; id: string }) {
  const form = Form.useFormInstance()
  const noteChange = useNoteChange()
  const { ask, isAsking, dialog } = useArticleAi(edition, (text) => {
    form.setFieldValue('summary', text)
    noteChange()
  })
  const service = useAiService()
  if (!service) return null
  return (
    <>
      {buttons.map((button) => (
        <Can key={button} call={articleActs[edition][button]}>
          <Tooltip title={!service.isSet && `未配置 AI 服务（${service.settings}），请联系系统管理员`}>
            <Button disabled={!service.isSet} loading={isAsking(button)} onClick={() => ask(button, id)}>
              {aiButtonLabels[button]}
            </Button>
          </Tooltip>
        </Can>
      ))}
      {dialog}
    </>
  )
}
