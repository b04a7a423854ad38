// One assistant: versions of its prompt, trial runs on saved questions, and the answers that it gave.
import './assistant-details.css'
import { Button, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { type AssistantDetails, assistantCalls, getAssistant, takeDownPrompt } from '#contract/ai/assistants.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { queryClient, useAct, useCall } from '#web/lib/query.ts'
import { tabOf } from '#web/lib/tab-of.ts'
import { AnswerList } from './answer-list.tsx'
import { Evaluation } from './evaluation.tsx'
import { PromptList } from './prompt-list.tsx'
import { RunList } from './run-list.tsx'
import { TrialRuns } from './trial-runs.tsx'

const PROMPTS = 'prompts'

function Assistant({ assistant }: { assistant: AssistantDetails }) {
  const { id, version, name, purpose, publishedId, prompts } = assistant
  const [confirm, confirmation] = useConfirm()
  const takeDown = useAct(takeDownPrompt, { success: '已下线', invalidates: [getAssistant, assistantCalls.list] })
  const [address, setAddress] = useSearchParams()
  const openTab = (tab: string) => {
    const tagName = address.get('tagName')
    // filters and page in the address are those of the list that is left
    setAddress({ id, ...(tagName !== null && { tagName }), tab }, { replace: true })
    // an evaluation that has run since lets a version be published
    if (tab === PROMPTS) void queryClient.invalidateQueries({ queryKey: [getAssistant.path] })
  }
  const published = prompts.find(({ state }) => state === 'published')
  const askTakeDown = () =>
    confirm({
      title: `下线“${name}”？`,
      content:
        purpose === 'chat' ? '子产品将立即无法使用该助手。' : '资讯中对应的 AI 按钮将立即不可用，重新发布后恢复。',
      verb: '下线',
      run: async () => {
        await takeDown.run({ id, version })
      },
    })
  const tabs = [
    { key: PROMPTS, label: '提示词版本', children: <PromptList assistant={assistant} /> },
    { key: 'trials', label: '试运行', children: <TrialRuns assistant={assistant} /> },
    { key: 'cases', label: '评测题', children: <Evaluation assistant={assistant} /> },
    { key: 'runs', label: '评测记录', children: <RunList assistantId={id} /> },
    { key: 'answers', label: '回答记录', children: <AnswerList assistantId={id} /> },
  ]
  return (
    <>
      <div className="assistant-head">
        <h1>{name}</h1>
        {publishedId !== null && (
          <Can call={takeDownPrompt}>
            <Button danger onClick={askTakeDown}>
              下线
            </Button>
          </Can>
        )}
      </div>
      <Facts
        columns={2}
        items={factsOf(getAssistant, assistant, {
          code: {},
          purpose: {},
          isEnabled: { render: EnabledStatus },
          publishedId: { render: () => (published ? `第 ${published.number} 版` : '未发布') },
          products: { span: 2, render: ({ products }) => products.join('、') || '提问人有权看的产品' },
          openings: { span: 2, render: ({ openings }) => openings.join('；') || '—' },
          remark: { span: 2 },
        })}
      />
      <Tabs destroyOnHidden activeKey={tabOf(address, tabs)} onChange={openTab} items={tabs} />
      {confirmation}
    </>
  )
}

export default function AssistantDetailsPage() {
  const [address] = useSearchParams()
  const read = useCall(getAssistant, { id: address.get('id') ?? '' }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="assistant-page">
      <Loaded read={read} rows={8}>
        {(assistant) => <Assistant key={assistant.id} assistant={assistant} />}
      </Loaded>
    </div>
  )
}
