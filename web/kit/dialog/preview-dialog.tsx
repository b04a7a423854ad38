// Shows what an act would change, for how many and whom, before it is confirmed (600).
import { Alert, Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Preview } from '#contract/envelope.ts'
import { useActive } from '#web/lib/active.ts'
import { useDialogGuard } from './use-dialog-guard.ts'
import './dialogs.css'

const USUAL = 560
const WIDE = 880

const figure = (count: number) => count.toLocaleString('zh-CN')

/** The standard preview; a call whose preview has more renders its own. */
export function PreviewText({ text, groups }: Preview) {
  return (
    <>
      <p>{text}</p>
      <dl className="preview">
        {groups.map(({ title, count, names }) => (
          <div key={title}>
            <dt>
              {title}（{figure(count)}）
            </dt>
            <dd>
              {names.join('、')}
              {count > names.length && `等 ${figure(count)} 项`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export type PreviewDialogProps = {
  title: string
  /** The button's verb. */
  verb: string
  isDanger: boolean
  /** For a preview with a table. */
  isWide?: boolean
  /** Nothing can be done: hides the confirm button. */
  isBlocked?: boolean
  isOpen: boolean
  isRunning: boolean
  /** Why the person is asked again. */
  notice: string | undefined
  onConfirm: () => void
  onClose: () => void
  onClosed: () => void
  children: ReactNode
}

export function PreviewDialog(props: PreviewDialogProps) {
  const {
    title,
    verb,
    isDanger,
    isWide,
    isBlocked,
    isOpen,
    isRunning,
    notice,
    onConfirm,
    onClose,
    onClosed,
    children,
  } = props
  const isActive = useActive()
  const guard = useDialogGuard()
  return (
    <Modal
      title={title}
      open={isOpen && isActive}
      width={isWide ? WIDE : USUAL}
      okText={verb}
      cancelText={isBlocked ? '关闭' : '取消'}
      okButtonProps={{ danger: isDanger, loading: isRunning, hidden: isBlocked === true }}
      cancelButtonProps={{ autoFocus: true, disabled: isRunning }}
      onOk={() => guard(onConfirm)}
      onCancel={() => !isRunning && onClose()}
      afterClose={() => !isOpen && onClosed()}
    >
      {notice && <Alert className="preview-notice" type="warning" showIcon title={notice} />}
      <div className="preview-scroll">{children}</div>
    </Modal>
  )
}
