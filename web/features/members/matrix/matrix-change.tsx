// Dialog of one change for the selected cells of the matrix; it stays a draft until all are saved.
import { Form, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { MATRIX_DAYS_MAX, MATRIX_PRODUCTS_MAX } from '#contract/members/matrix.ts'
import type { GrantKind } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useFormLayout } from '#web/kit/form/form-layout.ts'
import { notify } from '#web/lib/notify.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { kindOptions } from '../form-labels.ts'
import { lastDay } from '../grants/grant-drafts.rules.ts'
import { QuickDays, QuickRanges, TrialKindChoice } from '../grants/quick-terms.tsx'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import type { Act } from './matrix.rules.ts'

const USUAL_DAYS = 30

export type MatrixChangeProps = {
  act: 'grant' | 'extend'
  count: number
  /** Sub-products of the selected cells that are granted by product. */
  byProduct: readonly SubProductKey[]
  /** Whether one of the cells has no product yet. */
  mustChoose: boolean
  /** Whether one of them is a trial. */
  hasTrials: boolean
  /** @returns whether the drafts were added */
  onChange: (change: Act) => boolean
  onClosed: () => void
}

export function MatrixChangeDialog(props: MatrixChangeProps) {
  const { act, count, byProduct, mustChoose, hasTrials, onChange, onClosed } = props
  const [today] = useState(() => serverToday())
  const [usual] = useState({ kind: 'trial' as GrantKind, endsOn: lastDay(today, USUAL_DAYS, 'day'), days: USUAL_DAYS })
  const layout = useFormLayout()
  const [trialKind, setTrialKind] = useState<GrantKind>()
  const [kind, setKind] = useState(usual.kind)
  const [endsOn, setEndsOn] = useState<string | null>(usual.endsOn)
  const [days, setDays] = useState<number | null>(usual.days)
  const [productIds, setProductIds] = useState<string[]>([])
  const [first] = byProduct
  const save = async () => {
    if (act === 'extend') {
      const isAsked = hasTrials && trialKind === undefined
      if (days !== null && !isAsked) return onChange({ act, days, ...(trialKind && { trialKind }) })
      notify.warning(days === null ? '请输入延期天数' : '请选择试用延期后的类型')
      return false
    }
    const problem =
      (endsOn === null && '请选择截止日期') ||
      (mustChoose && productIds.length === 0 && '所选账号有的尚无授权，请选择要授权的产品') ||
      (productIds.length > MATRIX_PRODUCTS_MAX && `一次最多选择 ${MATRIX_PRODUCTS_MAX} 个产品`)
    if (problem || endsOn === null) {
      if (problem) notify.warning(problem)
      return false
    }
    return onChange({ act, kind, endsOn, ...(productIds.length > 0 && { productIds }) })
  }
  const isChanged =
    act === 'extend'
      ? days !== usual.days || trialKind !== undefined
      : kind !== usual.kind || endsOn !== usual.endsOn || productIds.length > 0
  return (
    <ChooseDialog
      title={`${act === 'grant' ? '授权' : '延期'}：已选 ${count} 个账号`}
      width={520}
      verb="填入"
      isChanged={isChanged}
      isSaving={false}
      onSave={save}
      onClosed={onClosed}
    >
      <Form {...layout} component="div">
        {act === 'grant' ? (
          <>
            <Form.Item label="快捷期限">
              <QuickRanges
                onPick={(range) => {
                  if ('kind' in range) setKind(range.kind)
                  setEndsOn(lastDay(today, range.count, range.unit))
                }}
              />
            </Form.Item>
            <Form.Item label="类型" colon={false}>
              <Radio.Group
                options={kindOptions}
                value={kind}
                onChange={(event) => setKind(event.target.value as GrantKind)}
              />
            </Form.Item>
            <Form.Item
              label="截止日期"
              colon={false}
              htmlFor="matrix-ends"
              required
              extra="已有的授权只会延长，不会缩短；缩短请在账号的授权中进行。"
            >
              <DayInput id="matrix-ends" value={endsOn} onChange={setEndsOn} />
            </Form.Item>
            {first && (
              <Form.Item
                label="产品"
                colon={false}
                htmlFor="matrix-products"
                required={mustChoose}
                style={{ marginBottom: 0 }}
                extra={
                  mustChoose
                    ? `用于${byProduct.map((key) => subProductOf(key).title).join('、')}。`
                    : '不选则只变更已授权的产品；选择的产品一并授权。'
                }
              >
                <SoldProductsPicker
                  id="matrix-products"
                  menu={subProductMenu(first, 'accounts')}
                  value={productIds}
                  onChange={setProductIds}
                />
              </Form.Item>
            )}
          </>
        ) : (
          <>
            <Form.Item label="快捷天数">
              <QuickDays onPick={setDays} />
            </Form.Item>
            <Form.Item
              label="延长天数"
              colon={false}
              htmlFor="matrix-days"
              required
              extra="从各自的截止日期起；已过期的从今天起。"
            >
              <InputNumber
                id="matrix-days"
                min={1}
                max={MATRIX_DAYS_MAX}
                precision={0}
                value={days}
                onChange={setDays}
              />
            </Form.Item>
            {hasTrials && (
              <Form.Item label="试用延期后" required extra="只用于试用授权，正式与赠送的类型不变。">
                <TrialKindChoice value={trialKind} onChange={setTrialKind} />
              </Form.Item>
            )}
          </>
        )}
      </Form>
    </ChooseDialog>
  )
}
