// Trial runs: a saved question asked of up to three versions, side by side, each rated.
import { Alert, Button, Rate, Select, Space } from 'antd'
import { useState } from 'react'
import { cancelAnswer } from '../../../contract/ai/answers.ts'
import {
  type AssistantDetails,
  getAssistant,
  queryAnswers,
  rateAnswer,
  removeQuestion,
  saveQuestion,
  TRIAL_VERSIONS,
  tryPrompts,
} from '../../../contract/ai/assistants.ts'
import { Can, useIsAllowed } from '../../kit/can.tsx'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import { useAct } from '../../lib/query.ts'
import { AnswerText, isAnswering, useAiAnswer } from '../../pickers/ai-answer.tsx'
import { QuestionDialog } from './question-dialog.tsx'

type Run = { number: number; id: string }

function Trial({ run: { id, number } }: { run: Run }) {
  const read = useAiAnswer(id)
  const stop = useAct(cancelAnswer)
  const [score, setScore] = useState(0)
  const rate = useAct(rateAnswer, { success: '已打分', invalidates: [getAssistant, queryAnswers] })
  const isRunning = isAnswering(read)
  const handleRate = (next: number) => {
    setScore(next)
    void rate.run({ id, score: next === 0 ? null : next })
  }
  return (
    <section aria-label={`第 ${number} 版的回答`}>
      <h3>
        第 {number} 版
        {isRunning ? (
          <Button size="small" loading={stop.pending} onClick={() => void stop.run({ id })}>
            停止
          </Button>
        ) : (
          <Rate aria-label={`为第 ${number} 版打分`} value={score} onChange={handleRate} />
        )}
      </h3>
      <AnswerText {...read} />
    </section>
  )
}

export function TrialRuns({ assistant }: { assistant: AssistantDetails }) {
  const { prompts, questions, isServiceSet } = assistant
  const isAllowed = useIsAllowed()
  const [questionId, setQuestionId] = useState(questions[0]?.id)
  const [chosen, setChosen] = useState(() => prompts.slice(0, 2).map(({ id }) => id))
  const [editing, setEditing] = useState<'new' | 'chosen'>()
  const [runs, setRuns] = useState<readonly Run[]>([])
  const [confirm, confirmation] = useConfirm()
  const ask = useAct(tryPrompts)
  const remove = useAct(removeQuestion, { success: '删除成功', invalidates: [getAssistant] })
  const question = questions.find(({ id }) => id === questionId)
  const versions = prompts.filter(({ id }) => chosen.includes(id))

  const handleTry = async () => {
    if (!question) return
    const promptIds = versions.map(({ id }) => id)
    const started = await ask.run({ questionId: question.id, promptIds })
    if (started) setRuns(started.map(({ id }, at) => ({ id, number: versions[at]?.number ?? 0 })))
  }
  const askRemoval = () =>
    question &&
    confirm({
      title: `删除问题“${question.title}”？`,
      content: '已有的回答保留。',
      verb: '删除',
      run: async () => {
        await remove.run({ id: question.id })
        setQuestionId(undefined)
      },
    })

  if (!isAllowed(tryPrompts)) return <p>没有试运行的权限。</p>
  return (
    <>
      {!isServiceSet && (
        <Alert type="info" showIcon title="尚未配置 AI 服务（AI_BASE_URL、AI_API_KEY、AI_MODEL），不能试运行" />
      )}
      <div className="trial-bar">
        <Select
          aria-label="问题"
          placeholder="选择问题"
          value={question?.id}
          options={questions.map(({ id, title }) => ({ value: id, label: title }))}
          notFoundContent="还没有保存的问题"
          onChange={setQuestionId}
        />
        <Can call={saveQuestion}>
          <Space>
            <Button onClick={() => setEditing('new')}>新增问题</Button>
            <Button disabled={!question} onClick={() => setEditing('chosen')}>
              编辑问题
            </Button>
            <Button danger disabled={!question} onClick={askRemoval}>
              删除问题
            </Button>
          </Space>
        </Can>
        <Select
          mode="multiple"
          aria-label="版本"
          placeholder={`选择最多 ${TRIAL_VERSIONS} 个版本`}
          maxCount={TRIAL_VERSIONS}
          value={versions.map(({ id }) => id)}
          options={prompts.map(({ id, number, isPublished }) => ({
            value: id,
            label: `第 ${number} 版${isPublished ? '（已发布）' : ''}`,
          }))}
          onChange={setChosen}
        />
        <Button
          type="primary"
          loading={ask.pending}
          disabled={!question || versions.length === 0 || !isServiceSet}
          onClick={() => void handleTry()}
        >
          试运行
        </Button>
      </div>
      <div className="trial-columns">
        {runs.map((run) => (
          <Trial key={run.id} run={run} />
        ))}
      </div>
      {editing && (
        <QuestionDialog
          assistant={assistant}
          question={editing === 'chosen' ? question : undefined}
          onDone={setQuestionId}
          onClosed={() => setEditing(undefined)}
        />
      )}
      {confirmation}
    </>
  )
}
