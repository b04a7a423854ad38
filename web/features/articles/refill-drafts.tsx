// Fills the placeholders of all of one's drafts whose prices are out.
import { Button } from 'antd'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { refillCalls } from '#contract/articles/templates.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'

export function RefillDrafts({ edition }: { edition: Edition }) {
  const { list, get } = articleCalls[edition]
  const act = useConfirmed(refillCalls[edition].drafts, {
    title: '补填我的草稿',
    verb: '补填',
    isDanger: false,
    invalidates: [list, get],
    onSuccess: (drafts) => {
      const filled = drafts.reduce((sum, each) => sum + each.filled, 0)
      const left = drafts.filter((each) => each.left > 0)
      if (drafts.length === 0) notify.info('您的草稿中没有待补的内容')
      else {
        const rest = left.length > 0 ? `；${left.length} 篇还有待补，价格尚未发布` : ''
        notify.success(`${drafts.length} 篇草稿补填了 ${filled} 处${rest}`)
      }
    },
  })
  return (
    <Can call={refillCalls[edition].drafts}>
      <Button loading={act.pending} onClick={() => void act.run({})}>
        补填我的草稿
      </Button>
      {act.dialogs}
    </Can>
  )
}
