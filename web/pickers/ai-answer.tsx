// An answer of the AI service while it grows, with its facts: for the article editor and for trial runs.
import { Alert } from 'antd'
import { memo, useMemo } from 'react'
import { answerStateLabels } from '#contract/ai/ai-labels.ts'
import { ANSWER_POLL_MS, type Answer, aiService, getAnswer } from '#contract/ai/answers.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { failureText } from '#web/lib/call.ts'
import { useCall } from '#web/lib/query.ts'
import './ai-answer.css'

/**
 * An answer as far as it has come; reads it until it has ended.
 * @param isHeard it is heard as it comes: its row is read again once that is over
 */
export const useAiAnswer = (id: string, isHeard = false) =>
  useCall(
    getAnswer,
    { id },
    {
      call: { hideErrorMsg: true },
      refetchInterval: ({ state }) =>
        isHeard || (state.data && state.data.state !== 'running') ? false : ANSWER_POLL_MS,
    },
  )

/** Whether the AI service is set up, for those who may ask it; undefined while unknown. */
export function useAiService() {
  const isAllowed = useIsAllowed()
  return useCall(aiService, {}, { enabled: isAllowed(aiService), staleTime: Number.POSITIVE_INFINITY }).data
}

export type ReadAnswer = Pick<ReturnType<typeof useAiAnswer>, 'data' | 'error'>

export const isAnswering = ({ data, error }: ReadAnswer) => (data ? data.state === 'running' : !error)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Pieces of a text with where each begins, `gap` characters after the one before. */
function placed(pieces: readonly string[], gap = 0): { piece: string; from: number }[] {
  let end = -gap
  return pieces.map((piece) => {
    const from = end + gap
    end = from + piece.length
    return { piece, from }
  })
}

/** Few enough to be drawn at once, and few of them in a long answer: a stylesheet of the grid makes siblings costly. */
const BLOCK_LINES = 10

const blocksOf = (lines: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(lines.length / BLOCK_LINES) }, (_, n) =>
    lines.slice(n * BLOCK_LINES, (n + 1) * BLOCK_LINES).join('\n'),
  )

type BlockProps = { text: string; strange: RegExp | null }

/** Drawn again only when it changes: while an answer grows, that is its last one. */
const Block = memo(function Block({ text, strange }: BlockProps) {
  if (!strange) return <p>{text}</p>
  // what the pattern holds in brackets comes at every second place
  return (
    <p>
      {placed(text.split(strange)).map(({ piece, from }, at) =>
        at % 2 === 0 ? (
          piece
        ) : (
          <mark key={from} title="这个数字没有出处">
            {piece}
          </mark>
        ),
      )}
    </p>
  )
})

/** The text by blocks of lines, with figures marked that stand nowhere in what was sent. */
function Marked({ text, strangeFigures }: Pick<Answer, 'text' | 'strangeFigures'>) {
  const figures = strangeFigures.toSorted((a, b) => b.length - a.length).map(escaped)
  const pattern = figures.join('|')
  const strange = useMemo(
    () => (pattern === '' ? null : new RegExp(`(?<![\\d.,])(${pattern})(?!\\d)`, 'gu')),
    [pattern],
  )
  return placed(blocksOf(text.split('\n')), 1).map(({ piece, from }) => (
    <Block key={from} text={piece} strange={strange} />
  ))
}

function AnswerFacts({ answer }: { answer: Answer }) {
  const { state, model, promptNumber, sentTokens, answerTokens, cost, ms } = answer
  const facts = [
    answerStateLabels[state],
    `提示词第 ${promptNumber} 版`,
    model,
    `发送 ${sentTokens}、回答 ${answerTokens} 词元`,
    cost !== null && `${cost} 元`,
    ms !== null && `${(ms / 1_000).toFixed(1)} 秒`,
  ]
  return <p className="ai-answer-facts">{facts.filter((fact) => fact !== false).join(' · ')}</p>
}

/** The text as it grows, why it ended early, figures to check, and what was sent. */
export function AnswerText({ data: answer, error }: ReadAnswer) {
  const isRunning = isAnswering({ data: answer, error })
  const problem = error ? failureText(error) : answer?.reason
  return (
    <>
      <ScrollBox className="ai-answer" label="AI 回答全文">
        <div role="log" aria-busy={isRunning} aria-label="AI 回答">
          {answer && <Marked {...answer} />}
          {isRunning && !answer?.text && '正在等待回答…'}
        </div>
      </ScrollBox>
      {answer && <AnswerFacts answer={answer} />}
      {problem && <Alert type="error" showIcon title={problem} />}
      {answer && answer.strangeFigures.length > 0 && (
        <Alert type="warning" showIcon title={`请核对：${answer.strangeFigures.join('、')} 没有出处`} />
      )}
      {answer?.sent && (
        <details>
          <summary>发送的内容</summary>
          <div className="ai-answer-sent">{answer.sent}</div>
        </details>
      )}
    </>
  )
}
