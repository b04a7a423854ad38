// The AI buttons of an article: asks, shows the answer as it grows, and leaves it to the person what becomes of it.
import { Button, Modal, Space } from 'antd'
import { useState } from 'react'
import { cancelAnswer } from '#contract/ai/answers.ts'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { copyText } from '#web/lib/copy.ts'
import { useAct } from '#web/lib/query.ts'
import { AnswerText, isAnswering, useAiAnswer } from '#web/pickers/ai-answer.tsx'

export type AiButton = 'summaryAI' | 'hintTextAI'
export const aiButtonLabels: Record<AiButton, string> = { summaryAI: 'AI 摘要', hintTextAI: 'AI 提示语' }

type Props = {
  title: string
  /** The answer. */
  id: string
  isAsking: boolean
  onAgain: () => void
  onClosed: () => void
}

function AnswerDialog({ title, id, isAsking, onAgain, onClosed }: Props) {
  const { close, frame } = useDialog(onClosed)
  const read = useAiAnswer(id)
  const stop = useAct(cancelAnswer)
  const isRunning = isAnswering(read)
  const text = read.data?.text.trim() ?? ''
  const leave = () => {
    if (isRunning) void stop.run({ id })
    close()
  }
  const footer = (
    <Space wrap>
      {isRunning ? (
        <Button loading={stop.pending} onClick={() => void stop.run({ id })}>
          停止
        </Button>
      ) : (
        <Button loading={isAsking} onClick={onAgain}>
          重新生成
        </Button>
      )}
      <Button disabled={text === ''} onClick={() => void copyText(text)}>
        复制
      </Button>
    </Space>
  )
  return (
    <Modal title={title} {...frame} width={680} onCancel={leave} footer={footer}>
      <p className="article-note">按已保存的最新版本生成，不会自动改动资讯。</p>
      <AnswerText {...read} />
    </Modal>
  )
}

/** Asks about one stored article; mount `dialog` beside the buttons. */
export function useArticleAi(edition: Edition) {
  const [asked, setAsked] = useState<{ button: AiButton; articleId: string; id: string }>()
  const summary = useAct(articleActs[edition].summaryAI)
  const hint = useAct(articleActs[edition].hintTextAI)
  const acts = { summaryAI: summary, hintTextAI: hint }
  const ask = (button: AiButton, articleId: string) =>
    void acts[button].run({ id: articleId }).then((started) => started && setAsked({ button, articleId, ...started }))
  const dialog = asked && (
    <AnswerDialog
      title={aiButtonLabels[asked.button]}
      id={asked.id}
      isAsking={acts[asked.button].pending}
      onAgain={() => ask(asked.button, asked.articleId)}
      onClosed={() => setAsked(undefined)}
    />
  )
  return { ask, isAsking: (button: AiButton) => acts[button].pending, dialog }
}
