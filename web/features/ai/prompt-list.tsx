// The versions of an assistant's prompt, with how their answers did.
import { Button, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { promptStateLabels } from '#contract/ai/ai-labels.ts'
import {
  type AssistantDetails,
  addPrompt,
  assistantCalls,
  getAssistant,
  getPrompt,
  launchPrompt,
  type Prompt,
  type PromptRow,
  removePrompt,
} from '#contract/ai/assistants.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { call } from '#web/lib/call.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct } from '#web/lib/query.ts'
import { PromptCompare } from './prompt-compare.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

const seconds = (ms: number | null) => (ms === null ? '—' : `${(ms / 1_000).toFixed(1)} 秒`)

const tones = { draft: 'warning', published: 'good', retired: 'idle' } as const

function LaunchButton({ prompt: { state, obstacle }, onClick }: { prompt: PromptRow; onClick: () => void }) {
  return (
    <Tooltip title={obstacle}>
      <Button type="link" size="small" disabled={obstacle !== ''} onClick={onClick}>
        {state === 'retired' ? '退回' : '发布'}
      </Button>
    </Tooltip>
  )
}

export function PromptList({ assistant }: { assistant: AssistantDetails }) {
  const { id, version, purpose, prompts } = assistant
  const [writing, setWriting] = useState<{ from: Prompt | undefined }>()
  const [shown, setShown] = useState<PromptRow>()
  const [confirm, confirmation] = useConfirm()
  const reads = [getAssistant, assistantCalls.list]
  const launch = useConfirmed(launchPrompt, {
    title: '发布提示词',
    verb: '仍要发布',
    success: '已发布',
    invalidates: reads,
  })
  const rollback = useConfirmed(launchPrompt, {
    title: '退回提示词',
    verb: '仍要退回',
    success: '已退回',
    invalidates: reads,
  })
  const removal = useAct(removePrompt, { success: '已删除', invalidates: reads })

  const edit = async (promptId: string | undefined) =>
    setWriting({ from: promptId === undefined ? undefined : await call(getPrompt, { id: promptId }) })
  const askRemoval = ({ id: promptId, number }: PromptRow) =>
    confirm({
      title: `删除第 ${number} 版草稿？`,
      content: '它的试运行回答和评测记录一起删除，不能恢复。',
      verb: '删除',
      run: async () => {
        await removal.run({ id: promptId })
      },
    })
  const askLaunch = ({ id: promptId, number, state }: PromptRow) =>
    confirm({
      title: state === 'retired' ? `退回到第 ${number} 版？` : `发布第 ${number} 版？`,
      content: '此后的回答都用这一版，已有的回答不变。',
      verb: state === 'retired' ? '退回' : '发布',
      run: async () => {
        await (state === 'retired' ? rollback : launch).run({ id, version, promptId })
      },
    })

  if (prompts.length === 0) {
    return (
      <>
        <p>还没有提示词。</p>
        <Can call={addPrompt}>
          <Button type="primary" onClick={() => void edit(undefined)}>
            写第一版提示词
          </Button>
        </Can>
        {writing && <PromptDialog assistant={assistant} from={undefined} onClosed={() => setWriting(undefined)} />}
      </>
    )
  }
  return (
    <>
      <div className="prompt-scroll">
        <table className="prompt-list">
          <thead>
            <tr>
              <th>版本</th>
              <th>改动说明</th>
              <th>模型</th>
              <th>作者</th>
              <th>保存时间</th>
              <th data-align="end">回答</th>
              <th data-align="end">失败</th>
              <th data-align="end">平均分</th>
              <th data-align="end">平均用时</th>
              <th data-align="end">平均费用</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {prompts.map((prompt) => (
              <tr key={prompt.id}>
                <td>
                  第 {prompt.number} 版 <Status tone={tones[prompt.state]}>{promptStateLabels[prompt.state]}</Status>
                </td>
                <td>{prompt.note || '—'}</td>
                <td>{prompt.model || '默认'}</td>
                <td>{prompt.authorName}</td>
                <td>{formatMoment(prompt.createdAt)}</td>
                <td data-align="end">{prompt.answers}</td>
                <td data-align="end">{prompt.failures}</td>
                <td data-align="end">{prompt.score === null ? '—' : `${prompt.score}（${prompt.rated} 次）`}</td>
                <td data-align="end">{seconds(prompt.averageMs)}</td>
                <td data-align="end">{prompt.averageCost === null ? '—' : `${prompt.averageCost} 元`}</td>
                <td>
                  <Space size={0} wrap>
                    <Button type="link" size="small" onClick={() => setShown(prompt)}>
                      查看
                    </Button>
                    <Can call={addPrompt}>
                      <Button type="link" size="small" onClick={() => void edit(prompt.id)}>
                        编辑
                      </Button>
                    </Can>
                    {prompt.state !== 'published' && (
                      <Can call={launchPrompt}>
                        <LaunchButton prompt={prompt} onClick={() => askLaunch(prompt)} />
                      </Can>
                    )}
                    {prompt.state === 'draft' && (
                      <Can call={removePrompt}>
                        <Button type="link" size="small" danger onClick={() => askRemoval(prompt)}>
                          删除
                        </Button>
                      </Can>
                    )}
                  </Space>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {writing && <PromptDialog assistant={assistant} from={writing.from} onClosed={() => setWriting(undefined)} />}
      {shown && (
        <PromptCompare of={shown} others={prompts} isChat={purpose === 'chat'} onClosed={() => setShown(undefined)} />
      )}
      {confirmation}
      {launch.dialogs}
      {rollback.dialogs}
    </>
  )
}
