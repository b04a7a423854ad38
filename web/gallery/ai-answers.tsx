// Answers of the AI service in their states.
import type { Answer } from '#contract/ai/answers.ts'
import { AnswerText } from '#web/pickers/ai-answer.tsx'
import { Part, State } from './part.tsx'

const SENTENCE = '上海电解铜 2026-11-20 均价 68200 元/吨，较上期涨 120，市场成交一般，下游按需采购。\n'
/** What a service sends at once, and where an answer begins here, characters. */
const PIECE = 100
const LONG = 20_000

const textOf = (length: number) => SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).slice(0, length)

const ended: Answer = {
  state: 'done',
  text: textOf(180),
  reason: '',
  model: 'deepseek-chat',
  assistantName: '资讯摘要',
  promptNumber: 3,
  sent: '请为下面的资讯写摘要。',
  sentTokens: 1_280,
  answerTokens: 96,
  cost: '0.0021',
  ms: 2_400,
  strangeFigures: [],
}
const running: Answer = { ...ended, state: 'running', sent: '', cost: null, ms: null }

const states: Record<string, Answer> = {
  等待回答: { ...running, text: '' },
  正在回答: { ...running, text: textOf(90) },
  完成: ended,
  有数字没有出处: { ...ended, strangeFigures: ['68200', '120'] },
  失败: { ...ended, state: 'failed', text: textOf(60), reason: 'AI 服务限流，请稍后再试' },
}

export function AiAnswers() {
  return (
    <Part id="ai" title="AI 回答" about="边生成边显示；没有出处的数字标红；写明版本、用量和费用。">
      {Object.entries(states).map(([name, data]) => (
        <State key={name} name={name} first={null}>
          {() => <AnswerText data={data} error={null} />}
        </State>
      ))}
      <State name="两万字，仍在增加" first={LONG}>
        {(length, onChange) => (
          <>
            {/* a plain one: what it does when clicked is measured (bench/ai-answers.ts) */}
            <button type="button" onClick={() => onChange(length + PIECE)}>
              再来一段
            </button>
            <AnswerText data={{ ...running, text: textOf(length) }} error={null} />
          </>
        )}
      </State>
    </Part>
  )
}
