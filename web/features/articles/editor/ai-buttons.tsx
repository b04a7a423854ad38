// AI suggestions for the stored text; shown in a message, never inserted.
import { Button, Space } from 'antd'
import { articleActs } from '../../../../contract/articles/article-acts.ts'
import type { Edition } from '../../../../contract/articles/article-labels.ts'
import { Can } from '../../../kit/can.tsx'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/query.ts'

export function AiButtons({ edition, id }: { edition: Edition; id: string }) {
  const { summaryAI, hintTextAI } = articleActs[edition]
  const summary = useAct(summaryAI, { onSuccess: ({ text }) => notify.success(text) })
  const hint = useAct(hintTextAI, { onSuccess: ({ text }) => notify.success(text) })
  return (
    <Space>
      <Can call={summaryAI}>
        <Button loading={summary.pending} onClick={() => void summary.run({ id })}>
          AI 摘要
        </Button>
      </Can>
      <Can call={hintTextAI}>
        <Button loading={hint.pending} onClick={() => void hint.run({ id })}>
          AI 提示语
        </Button>
      </Can>
    </Space>
  )
}
