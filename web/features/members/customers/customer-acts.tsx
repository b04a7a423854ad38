// Acts on customers of the list, with their confirmations.
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { queryContacts } from '#contract/members/contacts.ts'
import {
  type EnterpriseRow,
  editEnterprise,
  getEnterprise,
  linkMembers,
  queryEnterprises,
  removeEnterprises,
  setEnterprisePlace,
} from '#contract/members/customers.ts'
import { getGrantMatrix, saveGrantMatrix } from '#contract/members/matrix.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useStoredOrClose } from '#web/kit/use-stored.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { CONTACTS_PAGE } from './contact-form.tsx'
import { CUSTOMERS } from './customer-labels.tsx'
import { CustomerLink } from './customer-link.tsx'
import { useOwnerActs } from './owner-dialog.tsx'

type CustomerPlaceProps = { customer: EnterpriseRow; onClosed: () => void }

/** Dialog of a customer's position: longitude and latitude, or both empty. */
function CustomerPlace({ customer: { id, name }, onClosed }: CustomerPlaceProps) {
  const stored = useStoredOrClose(getEnterprise, { id }, onClosed)
  if (!stored) return null
  return (
    <FormDialog
      title={`地图位置：${name}`}
      endpoint={setEnterprisePlace}
      initial={{ longitude: stored.longitude ?? '', latitude: stored.latitude ?? '' }}
      input={({ longitude, latitude }) => ({ id, longitude: longitude || null, latitude: latitude || null })}
      success="地图位置已保存"
      verb="保存"
      invalidates={[queryEnterprises, getEnterprise]}
      onClosed={onClosed}
    >
      <Field of={setEnterprisePlace} name="longitude" isRequired={false} hint="度，东经为正，例如 120.153576。">
        <Input maxLength={11} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        of={setEnterprisePlace}
        name="latitude"
        isRequired={false}
        hint="度，北纬为正，例如 30.287459。都不填则不在地图上。"
      >
        <Input maxLength={10} inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

/** Names listed in a confirmation; the rest is counted. */
const NAMES_MAX = 10

const dialogOf = { link: CustomerLink, place: CustomerPlace } as const
type Shown = { name: keyof typeof dialogOf; customer: EnterpriseRow }

export type CustomerActs = {
  actionsOf: (customer: EnterpriseRow) => RowAction[]
  remove: (customers: readonly EnterpriseRow[], onRemoved?: () => void) => void
  batchActs: readonly BatchAct<EnterpriseRow>[]
  dialogs: ReactNode
}

export function useCustomerActs(): CustomerActs {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const [confirm, confirmation] = useConfirm()
  const owners = useOwnerActs<EnterpriseRow>({ target: 'enterprise' })
  const [shown, setShown] = useState<Shown>()
  const removal = useRemoval(removeEnterprises, { invalidates: [queryEnterprises] })

  const remove: CustomerActs['remove'] = (customers, onRemoved) => {
    const names = customers
      .slice(0, NAMES_MAX)
      .map(({ name }) => name)
      .join('、')
    confirm({
      title: `删除 ${customers.length} 个客户？`,
      content: `${names}${customers.length > NAMES_MAX ? `等 ${customers.length} 个` : ''}及其联系人将被删除，删除后不能恢复。`,
      verb: '删除',
      run: async () => {
        const done = await removal.run({ ids: customers.map(({ id }) => id).join(',') })
        if (done !== undefined) onRemoved?.()
      },
    })
  }

  const actionsOf = (customer: EnterpriseRow): RowAction[] => {
    const { id, name } = customer
    const opens = (dialog: Shown['name']) => () => setShown({ name: dialog, customer })
    return [
      {
        label: isAllowed(saveGrantMatrix) ? '授权' : '查看授权',
        call: getGrantMatrix,
        run: () => openPage(`${CUSTOMERS}/grantMatrix`, { id, tagName: name }),
      },
      {
        label: '编辑',
        call: editEnterprise,
        run: () => openPage(`${CUSTOMERS}/editCustomer`, { id, tagName: name }),
      },
      {
        label: '服务记录',
        call: queryCustomerStream,
        run: () => openPage(`${CUSTOMERS}/customerServiceDetails`, { id, tagName: name }),
      },
      { label: '联系人', call: queryContacts, run: () => openPage(CONTACTS_PAGE, { id, tagName: name }) },
      ...owners.rowActions(customer),
      { label: '关联会员', call: linkMembers, run: opens('link') },
      { label: '地图位置', call: setEnterprisePlace, run: opens('place') },
      { label: '删除', call: removeEnterprises, isDanger: true, run: () => remove([customer]) },
    ]
  }

  const Dialog = shown && dialogOf[shown.name]
  const dialogs = (
    <>
      {confirmation}
      {owners.dialogs}
      {removal.dialogs}
      {Dialog && <Dialog customer={shown.customer} onClosed={() => setShown(undefined)} />}
    </>
  )
  return { actionsOf, remove, batchActs: owners.batchActs, dialogs }
}
