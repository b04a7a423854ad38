// The versions of an assistant's prompt, with how their answers did.
import { Button, Space, Tag } from 'antd'
import { useState } from 'react'
import {
  type AssistantDetails,
  addPrompt,
  assistantCalls,
  getAssistant,
  getPrompt,
  launchPrompt,
  type Prompt,
  type PromptRow,
} from '../../../contract/ai/assistants.ts'
import { Can } from '../../kit/can.tsx'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import { call } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { PromptCompare } from './prompt-compare.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

const seconds = (ms: number | null) => (ms === null ? '—' : `${(ms / 1_000).toFixed(1)} 秒`)

export function PromptList({ assistant }: { assistant: AssistantDetails }) {
  const { id, version, prompts } = assistant
  const [writing, setWriting] = useState<{ from: Prompt | undefined }>()
  const [shown, setShown] = useState<PromptRow>()
  const [confirm, confirmation] = useConfirm()
  const launch = useAct(launchPrompt, { success: '已发布', invalidates: [getAssistant, assistantCalls.list] })

  const edit = async (promptId: string | undefined) =>
    setWriting({ from: promptId === undefined ? undefined : await call(getPrompt, { id: promptId }) })
  const askLaunch = ({ id: promptId, number }: PromptRow) =>
    confirm({
      title: `发布第 ${number} 版？`,
      content: '此后的回答都用这一版，已有的回答不变。',
      verb: '发布',
      run: async () => {
        await launch.run({ id, version, promptId })
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
                  第 {prompt.number} 版 {prompt.isPublished && <Tag color="success">已发布</Tag>}
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
                    {!prompt.isPublished && (
                      <Can call={launchPrompt}>
                        <Button type="link" size="small" onClick={() => askLaunch(prompt)}>
                          发布
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
        <PromptCompare of={shown} before={prompts[prompts.indexOf(shown) + 1]} onClosed={() => setShown(undefined)} />
      )}
      {confirmation}
    </>
  )
}
