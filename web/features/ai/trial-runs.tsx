// Trial runs: a saved question asked of up to four versions and models, side by side, each rated.
import { Alert, Button, Rate, Select, Space } from 'antd'
import { useState } from 'react'
import { AI_SETTINGS, cancelAnswer } from '#contract/ai/answers.ts'
import {
  type AssistantDetails,
  getAssistant,
  queryAnswers,
  rateAnswer,
  removeQuestion,
  saveQuestion,
  TRIAL_ANSWERS,
  tryPrompts,
} from '#contract/ai/assistants.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useAct } from '#web/lib/query.ts'
import { AnswerText, isAnswering, useAiAnswer } from '#web/pickers/ai-answer.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { QuestionDialog } from './question-dialog.tsx'

type Run = { name: string; id: string }

function Trial({ run: { id, name } }: { run: Run }) {
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
    <section aria-label={`${name}的回答`}>
      <h3>
        {name}
        {isRunning ? (
          <Button size="small" loading={stop.pending} onClick={() => void stop.run({ id })}>
            停止
          </Button>
        ) : (
          <Rate aria-label={`为${name}打分`} value={score} onChange={handleRate} />
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
  const [models, setModels] = useState<string[]>([])
  const [editing, setEditing] = useState<'new' | 'chosen'>()
  const [runs, setRuns] = useState<readonly Run[]>([])
  const [confirm, confirmation] = useConfirm()
  const ask = useAct(tryPrompts)
  const remove = useAct(removeQuestion, { success: '删除成功', invalidates: [getAssistant] })
  const question = questions.find(({ id }) => id === questionId)
  const versions = prompts.filter(({ id }) => chosen.includes(id))
  // each version with its own model, or with each that is named
  const trials = versions.flatMap(({ id: promptId, number }) =>
    (models.length === 0 ? [''] : models).map((model) => ({
      promptId,
      model,
      name: `第 ${number} 版${model && `（${model}）`}`,
    })),
  )

  const handleTry = async () => {
    if (!question) return
    const started = await ask.run({
      questionId: question.id,
      trials: trials.map(({ promptId, model }) => ({ promptId, ...(model !== '' && { model }) })),
    })
    if (started) setRuns(started.map(({ id }, at) => ({ id, name: trials[at]?.name ?? '' })))
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
        <Alert type="info" showIcon title={`没有启用的模型，服务器上也没有设置 ${AI_SETTINGS}，不能试运行`} />
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
          placeholder={`选择最多 ${TRIAL_ANSWERS} 个版本`}
          maxCount={TRIAL_ANSWERS}
          value={versions.map(({ id }) => id)}
          options={prompts.map(({ id, number, state }) => ({
            value: id,
            label: `第 ${number} 版${state === 'published' ? '（已发布）' : ''}`,
          }))}
          onChange={setChosen}
        />
        <TextTags label="模型" placeholder="模型（不填用各版自己的）" value={models} onChange={setModels} />
        <Button
          type="primary"
          loading={ask.pending}
          disabled={!question || trials.length === 0 || trials.length > TRIAL_ANSWERS || !isServiceSet}
          onClick={() => void handleTry()}
        >
          试运行
        </Button>
      </div>
      {trials.length > TRIAL_ANSWERS && (
        <Alert type="warning" showIcon title={`一次最多比较 ${TRIAL_ANSWERS} 个回答，现在是 ${trials.length} 个`} />
      )}
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
