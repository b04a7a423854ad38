// Somebody saved a newer version meanwhile (601): both stand side by side, and the person chooses. Nothing typed is lost.
import { Button, Modal } from 'antd'
import { useActive } from '../lib/active.ts'
import { useDialogGuard } from './use-dialog-guard.ts'
import './form-page.css'

/** A field that differs, as both would show it; `isMine` where it is I who changed it. */
export type Difference = { key: string; label: string; mine: string; theirs: string; isMine: boolean }

export type ConflictDialogProps = {
  differences: readonly Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Back to the form, with everything typed. */
  onClose: () => void
}

export function ConflictDialog({ differences, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const guard = useDialogGuard()
  const isActive = useActive()
  return (
    <Modal
      title="数据已被他人修改，请核对后再保存"
      open={isActive}
      width={680}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onClose}>
          返回编辑
        </Button>,
        <Button key="theirs" onClick={() => guard(onTakeTheirs)}>
          采用最新版本
        </Button>,
        <Button key="mine" type="primary" onClick={() => guard(onKeepMine)}>
          保存我的修改
        </Button>,
      ]}
    >
      <table className="conflict">
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">我的修改</th>
            <th scope="col">最新版本</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, label, mine, theirs, isMine }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{isMine ? mine : <span className="conflict-untouched">未修改</span>}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {differences.length === 0 ? '两个版本的内容相同，可直接保存。' : '保存我的修改后，未修改的字段采用最新版本。'}
      </p>
    </Modal>
  )
}
