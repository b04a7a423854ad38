// One message of a conversation: who said it and how it came about, its text, its sources, and what staff think of it.
import { Button } from 'antd'
import { memo, useState } from 'react'
import { NO_TEXT } from '#contract/ai/ai-labels.ts'
import { refusalLabels } from '#contract/ai/answer-labels.ts'
import { addCaseOfAnswer } from '#contract/ai/evaluation.ts'
import { type AiMessageRow, rateAiMessage } from '#contract/ai/messages.ts'
import { Can } from '#web/kit/can.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { AnswerMakingPart } from './answer-making.tsx'
import { Markdown, RecordLink } from './markdown.tsx'
import { FeedbackMark, FlagMark } from './session-labels.tsx'

const SECOND_MS = 1_000

/** How an answer was made; only what the sub-product has said. */
const makingOf = ({ model, promptNumber, tokens, cost, ms }: AiMessageRow) =>
  [
    model,
    promptNumber !== null && `提示词第 ${promptNumber} 版`,
    tokens > 0 && `${formatFigure(String(tokens))} 词元`,
    Number(cost) > 0 && `${cost} 元`,
    ms !== null && `用时 ${(ms / SECOND_MS).toFixed(1)} 秒`,
  ]
    .filter(Boolean)
    .join(' · ')

function Sources({ sources }: Pick<AiMessageRow, 'sources'>) {
  return (
    <details className="ai-sources">
      <summary>{`参考来源（${sources.length}）`}</summary>
      <ol>
        {sources.map(({ title, link, excerpt }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sources may repeat, and never move
          <li key={at}>
            <RecordLink link={link}>{title}</RecordLink>
            {excerpt && <p>{excerpt}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Rating({ message: { score, correction, raterName, ratedAt } }: { message: AiMessageRow }) {
  return (
    <div className="ai-rating">
      <p>
        <strong>{score === null ? '已更正' : `员工评分 ${score} / 5`}</strong>
        {` · ${raterName ?? '—'} · ${formatMoment(ratedAt)}`}
      </p>
      {correction && <p className="ai-correction">{correction}</p>}
    </div>
  )
}

/** Read when it is opened: most answers are never asked about. */
function HowMade({ message: { id, isMadeHere } }: { message: AiMessageRow }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="ai-sources" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{isMadeHere ? '回答经过' : '数字核实'}</summary>
      {isOpen && <AnswerMakingPart messageId={id} isMadeHere={isMadeHere} />}
    </details>
  )
}

type MessageProps = {
  message: AiMessageRow
  onRate: (message: AiMessageRow) => void
  /** Left out: no case can be made of its answers. */
  onCase?: ((message: AiMessageRow) => void) | undefined
}

export const Message = memo(function Message({ message, onRate, onCase }: MessageProps) {
  const {
    role,
    number,
    at,
    content,
    sources,
    feedback,
    isSensitive,
    isUnanswered,
    ratedAt,
    refusal,
    unverified,
    corrected,
  } = message
  const isAnswer = role === 'assistant'
  const making = makingOf(message)
  return (
    <li className="ai-message" data-role={role}>
      <div className="ai-message-head">
        <strong>{isAnswer ? '助手（AI 生成）' : '会员'}</strong>
        <span>{`第 ${number} 条 · ${formatMoment(at)}`}</span>
        {isUnanswered && <FlagMark flag="unanswered" />}
        {isSensitive && <FlagMark flag="sensitive" />}
        {feedback && <FeedbackMark feedback={feedback} />}
        {unverified > 0 && <Status tone="bad">{`${unverified} 个数字未核实`}</Status>}
        {corrected > 0 && <Status tone="warning">{`${corrected} 个价格已更正`}</Status>}
        {refusal !== null && <span>{refusalLabels[refusal]}</span>}
        {isAnswer && (
          <span className="ai-message-acts">
            {onCase && (
              <Can call={addCaseOfAnswer}>
                <Button
                  size="small"
                  aria-label={`把第 ${number} 条回答的问题加入评测集`}
                  onClick={() => onCase(message)}
                >
                  加入评测集
                </Button>
              </Can>
            )}
            <Can call={rateAiMessage}>
              <Button size="small" aria-label={`评价第 ${number} 条回答`} onClick={() => onRate(message)}>
                评价
              </Button>
            </Can>
          </span>
        )}
      </div>
      {content.trim() === '' ? <p className="ai-faint">{NO_TEXT}</p> : <Markdown text={content} />}
      {sources.length > 0 && <Sources sources={sources} />}
      {(message.isMadeHere || message.isChecked) && <HowMade message={message} />}
      {making && <p className="ai-faint">{making}</p>}
      {ratedAt !== null && <Rating message={message} />}
    </li>
  )
})
