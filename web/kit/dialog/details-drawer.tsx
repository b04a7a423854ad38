// The drawer beside a list in which one row is read, with what can be done there. Put it in the page while it is wanted.
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import { useIsAllowed } from '../can.tsx'
import type { RowAction } from '../list/row-use.ts'
import { useDialog } from './use-dialog.ts'
import './dialogs.css'

type DetailsDrawerProps = {
  title: string
  /** Its width, px. */
  size: number
  /** The row may be another one afterwards: each closes the drawer. */
  acts?: readonly RowAction[] | undefined
  /** The sub-product for which rights to `canOn` calls are checked. */
  on?: SubProductKey
  /** Beside the title; gets those of the acts that the person may do. */
  extra?: (acts: readonly RowAction[]) => ReactNode
  /** After it has closed: take it out of the page. */
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
