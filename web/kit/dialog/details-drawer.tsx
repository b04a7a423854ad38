// A drawer over a list with the details and actions of one row. Mount it while it is needed.
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '../can.tsx'
import type { RowAction } from '../table/row-use.ts'
import { useDialog } from './use-dialog.ts'
import './dialogs.css'

type DetailsDrawerProps = {
  title: string
  /** Width, px. */
  size: number
  /** Each closes the drawer first, as the row may change. */
  acts?: readonly RowAction[] | undefined
  /** The sub-product for which rights to `canOn` calls are checked. */
  on?: SubProductKey
  /** Shown beside the title; gets the actions that the person has a right to. */
  extra?: (acts: readonly RowAction[]) => ReactNode
  /** Called once it has closed: unmount it. */
  onClosed: () => void
  children: ReactNode
}

export function DetailsDrawer({ title, size, acts = [], on, extra, onClosed, children }: DetailsDrawerProps) {
  const { close, frame } = useDialog(onClosed)
  const isAllowed = useIsAllowed()
  const own = acts
    .filter(({ call }) => isAllowed(call, on))
    .map((act) => ({
      ...act,
      run: () => {
        close()
        act.run()
      },
    }))
  return (
    <Drawer title={title} {...frame} size={size} className="details-drawer" onClose={close} extra={extra?.(own)}>
      {children}
    </Drawer>
  )
}
