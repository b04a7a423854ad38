// Acts on shares: the link, details, and the end, which is for good.
import { type ReactNode, useState } from 'react'
import { shareChannelLabels } from '#contract/sharing/share-labels.ts'
import { endShare, getShareCard, type ShareRow } from '#contract/sharing/shares.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { ShareCardDialog } from '#web/pickers/share-article.tsx'
import { SHARE_DETAILS, shareReads } from './share-labels.tsx'

export type ShareActs = {
  /** The link, and what its person may do. */
  actionsOf: (share: ShareRow) => RowAction[]
  open: (share: ShareRow) => void
  dialogs: ReactNode
}

export function useShareActs(): ShareActs {
  const [shownId, setShownId] = useState<string>()
  const openPage = useOpenPage()
  const [confirm, confirmation] = useConfirm()
  const end = useAct(endShare, { invalidates: shareReads, guardMs: 0, success: '分享已结束' })

  const askEnd = ({ id, title, channel }: ShareRow) =>
    confirm({
      title: `结束分享“${title}”（${shareChannelLabels[channel]}）？`,
      content: '已发出的链接将立即失效，且不能恢复；统计和线索保留。再次分享会生成新的链接。',
      verb: '结束',
      run: () => end.run({ id }),
    })

  const actionsOf: ShareActs['actionsOf'] = (share) => {
    const offered: (RowAction | false)[] = [
      { label: '链接', call: getShareCard, run: () => setShownId(share.id) },
      share.canEnd && { label: '结束', call: endShare, isDanger: true, run: () => askEnd(share) },
    ]
    return offered.filter((act) => act !== false)
  }

  return {
    actionsOf,
    open: ({ id, title }) => openPage(SHARE_DETAILS, { id, tagName: title }),
    dialogs: (
      <>
        {confirmation}
        {shownId !== undefined && <ShareCardDialog id={shownId} onClosed={() => setShownId(undefined)} />}
      </>
    ),
  }
}
