// Somebody saved a newer version meanwhile (601): shows both side by side, and the person chooses field by field.
// Nothing typed is lost.
import { Button, Modal, Radio } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useActive } from '#web/lib/active.ts'
import { useDialogGuard } from './use-dialog-guard.ts'
import './dialogs.css'

/** A field whose values differ, as both are shown; `isMine` if I changed it. */
export type Difference = { key: string; label: string; mine: ReactNode; theirs: ReactNode; isMine: boolean }

export type ConflictDialogProps = {
  differences: readonly Difference[]
  /** Saves my values of these fields, and the other person's values of the others. */
  onSave: (mine: readonly string[]) => void
  onTakeTheirs: () => void
  /** Back to the form, with everything typed. */
  onClose: () => void
}

export function ConflictDialog({ differences, onSave, onTakeTheirs, onClose }: ConflictDialogProps) {
  const guard = useDialogGuard()
  const isActive = useActive()
  const id = useId()
  const [mine, setMine] = useState(() => new Set(differences.filter(({ isMine }) => isMine).map(({ key }) => key)))
  const choose = (key: string, isMine: boolean) => {
    const next = new Set(mine)
    if (isMine) next.add(key)
    else next.delete(key)
    setMine(next)
  }
  return (
    <Modal
      title="数据已被他人修改，请核对后再保存"
      open={isActive}
      width={720}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onClose}>
          返回编辑
        </Button>,
        <Button key="theirs" onClick={() => guard(onTakeTheirs)}>
          采用最新版本
        </Button>,
        <Button key="save" type="primary" onClick={() => guard(() => onSave([...mine]))}>
          按选择保存
        </Button>,
      ]}
    >
      <div className="conflict-scroll">
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">我的内容</th>
              <th scope="col">最新版本</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ key, label, mine: own, theirs, isMine }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {[true, false].map((isOwn) => (
                  <td key={String(isOwn)} data-chosen={mine.has(key) === isOwn || undefined}>
                    <Radio
                      name={`${id}-${key}`}
                      checked={mine.has(key) === isOwn}
                      onChange={() => choose(key, isOwn)}
                      aria-label={`${label}：${isOwn ? '我的内容' : '最新版本'}`}
                    >
                      {isOwn ? own : theirs}
                      {isOwn && !isMine && <span className="conflict-untouched">（未修改）</span>}
                      {/* a list is shown by its length where it has no better text */}
                      {!isOwn && typeof own === 'string' && own === theirs && (
                        <span className="conflict-untouched">（内容不同）</span>
                      )}
                    </Radio>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        {differences.length === 0
          ? '两个版本的内容相同，可直接保存。'
          : '请选择每个字段要保留的内容；其余字段两边相同。'}
      </p>
    </Modal>
  )
}
