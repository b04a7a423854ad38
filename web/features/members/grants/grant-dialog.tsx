// The grants of one account: several products given, extended, shortened or taken back, and saved as one decision.
import { Alert, Button, Input, Modal, Skeleton } from 'antd'
import { type KeyboardEvent, useId, useRef } from 'react'
import { type SubProductKey, subProductOf } from '../../../../contract/sub-products.ts'
import { useGiveUp } from '../../../kit/dialog/give-up.ts'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { SaveKey } from '../../../kit/form/save-key.tsx'
import { quickRanges } from './grant-drafts.rules.ts'
import { GrantPick } from './grant-pick.tsx'
import { GrantTable } from './grant-table.tsx'
import { useGrantDrafts } from './use-grant-drafts.ts'
import './grant-dialog.css'

const WIDTH = 1040
const REASON_MAX = 200

export type GrantDialogProps = {
  account: { id: string; subProduct: SubProductKey; title: string }
  /** After it has closed: take it out of the page. */
  onClosed: () => void
  onSaved?: () => void
}

export function GrantDialog({ account: { id, subProduct, title }, onClosed, onSaved }: GrantDialogProps) {
  const { isOpen, close, frame } = useDialog(onClosed)
  const reasonId = useId()
  const body = useRef<HTMLDivElement>(null)
  const form = useGrantDrafts(id, title, () => {
    close()
    onSaved?.()
  })
  const { account, drafts, selected, takes } = form
  const press = form.save
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    press()
  }
  const leave = useGiveUp(() => isOpen && form.isTouched, '授权')
  return (
    <>
      <Modal
        title={`授权：${title}`}
        width={WIDTH}
        {...frame}
        okText="保存"
        cancelText="取消"
        okButtonProps={{ loading: form.isSaving, disabled: !form.isTouched }}
        mask={{ closable: false }}
        onOk={press}
        onCancel={() => leave(close)}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the dialog's button, which does the same */}
        <div ref={body} onKeyDown={handleKey}>
          {isOpen && <SaveKey inside={body} onPress={press} />}
          {!account && form.error && <ErrorState error={form.error} onRetry={form.retry} />}
          {!account && !form.error && <Skeleton active paragraph={{ rows: 8 }} />}
          {account && (
            <>
              <div className="grant-head">
                <span>{account.enterpriseName}</span>
                <span>
                  {account.realName}（{account.loginName}）
                </span>
                <span>{subProductOf(subProduct).title}</span>
              </div>
              {account.refusal && (
                <Alert className="grant-alert" type="warning" showIcon title={`${account.refusal}，只能取消已有授权`} />
              )}
              {form.refusal && <Alert className="grant-alert" type="error" showIcon title={form.refusal} />}
              <div className="grant-bar">
                <GrantPick
                  subProduct={subProduct}
                  disabled={account.refusal !== ''}
                  hasWhole={drafts.some(({ productId }) => productId === null)}
                  onAdd={form.add}
                />
              </div>
              <fieldset className="grant-bar grant-ranges" disabled={selected.length === 0}>
                <legend className="grant-ranges-label">快捷期限（已选 {selected.length} 行）</legend>
                {quickRanges.map((range) => (
                  <Button
                    key={range.label}
                    size="small"
                    disabled={selected.length === 0}
                    onClick={() => form.apply(range)}
                  >
                    {range.label}
                  </Button>
                ))}
              </fieldset>
              <GrantTable
                drafts={drafts}
                today={form.today}
                selected={selected}
                onSelect={form.select}
                onChange={form.change}
                onRemove={form.remove}
              />
              <div className="grant-reason">
                <label htmlFor={reasonId}>{takes ? '原因（必填）' : '原因'}</label>
                <Input
                  id={reasonId}
                  value={form.reason}
                  maxLength={REASON_MAX}
                  placeholder={takes ? '缩短或取消授权的原因' : '选填，记入授权变更记录'}
                  onChange={(event) => form.setReason(event.target.value)}
                  onPressEnter={(event) => !event.ctrlKey && !event.metaKey && press()}
                />
              </div>
            </>
          )}
        </div>
      </Modal>
      {form.dialogs}
    </>
  )
}
