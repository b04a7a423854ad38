// The grants of one account: grant, extend, shorten and revoke several products, saved as one act.
import { Alert, Button, Dropdown, Input } from 'antd'
import { type KeyboardEvent, useId } from 'react'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { quickRanges } from './grant-drafts.rules.ts'
import { GrantPick } from './grant-pick.tsx'
import { GrantTable } from './grant-table.tsx'
import { reasonHint, trialKindOptions } from './quick-terms.tsx'
import { useGrantDrafts } from './use-grant-drafts.ts'
import './grant-dialog.css'

const WIDTH = 1040
const REASON_MAX = 200

type Form = ReturnType<typeof useGrantDrafts>

/** Asks for the kind to which a trial is extended. */
function QuickRange({ range, of: { affected, apply } }: { range: (typeof quickRanges)[number]; of: Form }) {
  const isAsking = 'isLonger' in range && affected.some(({ kind }) => kind === 'trial')
  const common = { size: 'small', disabled: affected.length === 0 } as const
  if (!isAsking) {
    return (
      <Button {...common} onClick={() => apply(range)}>
        {range.label}
      </Button>
    )
  }
  const items = trialKindOptions.map(({ value, label }) => ({ key: value, label, onClick: () => apply(range, value) }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button {...common}>{range.label}</Button>
    </Dropdown>
  )
}

export type GrantDialogProps = {
  account: { id: string; subProduct: SubProductKey; title: string }
  /** Called after the closing animation: unmount the dialog. */
  onClosed: () => void
  onSaved?: () => void
}

export function GrantDialog({ account: { id, subProduct, title }, onClosed, onSaved }: GrantDialogProps) {
  const reasonId = useId()
  const form = useGrantDrafts(id, title, () => {
    dialog.close()
    onSaved?.()
  })
  const dialog = useEditDialog(onClosed, () => form.isTouched, '授权')
  const { drafts, selected, takes } = form
  const press = form.save
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    press()
  }
  return (
    <>
      <EditFrame
        title={`授权：${title}`}
        width={WIDTH}
        dialog={dialog}
        verb="保存"
        isSaving={form.isSaving}
        disabled={!form.isTouched}
        onOk={press}
        onSaveKey={press}
      >
        <Loaded read={form.read} rows={8}>
          {(account) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the dialog's button, which does the same
            <div onKeyDown={handleKey}>
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
              <fieldset className="grant-bar grant-ranges" disabled={form.affected.length === 0}>
                <legend className="grant-ranges-label">
                  快捷期限（{selected.length > 0 ? '已选' : '全部'} {form.affected.length} 行）
                </legend>
                {quickRanges.map((range) => (
                  <QuickRange key={range.label} range={range} of={form} />
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
                <label htmlFor={reasonId}>原因</label>
                <Input
                  id={reasonId}
                  value={form.reason}
                  maxLength={REASON_MAX}
                  placeholder={reasonHint(takes)}
                  onChange={(event) => form.setReason(event.target.value)}
                  onPressEnter={(event) => !event.ctrlKey && !event.metaKey && press()}
                />
              </div>
            </div>
          )}
        </Loaded>
      </EditFrame>
      {form.dialogs}
    </>
  )
}
