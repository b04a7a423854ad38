// Acts on shares: the link, details, end and resume, each of which can be undone.
import { type ReactNode, useState } from 'react'
import { endShare, getShareCard, resumeShare, type ShareRow } from '../../../contract/sharing/shares.ts'
import type { RowAction } from '../../kit/list/row-use.ts'
import { notify } from '../../lib/notify.ts'
import { useOpenPage } from '../../lib/open-page.ts'
import { useAct } from '../../lib/query.ts'
import { ShareCardDialog } from '../../pickers/share-article.tsx'
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
  const end = useAct(endShare, {
    invalidates: shareReads,
    guardMs: 0,
    onSuccess: (_, { id }) => notify.undoable('分享已结束', () => void resume.run({ id })),
  })
  const resume = useAct(resumeShare, {
    invalidates: shareReads,
    guardMs: 0,
    onSuccess: (_, { id }) => notify.undoable('分享已恢复', () => void end.run({ id })),
  })

  const actionsOf: ShareActs['actionsOf'] = ({ id, state, canChange }) => {
    const offered: (RowAction | false)[] = [
      { label: '链接', call: getShareCard, run: () => setShownId(id) },
      canChange &&
        (state === 'ended'
          ? { label: '恢复', call: resumeShare, run: () => void resume.run({ id }) }
          : { label: '结束', call: endShare, isDanger: true, run: () => void end.run({ id }) }),
    ]
    return offered.filter((act) => act !== false)
  }

  return {
    actionsOf,
    open: ({ id, title }) => openPage(SHARE_DETAILS, { id, tagName: title }),
    dialogs: shownId !== undefined && <ShareCardDialog id={shownId} onClosed={() => setShownId(undefined)} />,
  }
}
