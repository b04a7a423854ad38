// Acts on enterprises for visits with their dialogs: position, linked customer, owner, distribution, deletion.
import { AimOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { placeProblems, readPlace } from '#contract/visits/places.ts'
import {
  editVisitEnterprise,
  linkVisitEnterprise,
  reallocateVisitEnterprises,
  removeVisitEnterprises,
  SITE_RECEIVERS_MAX,
  SITES_MOVED_MAX,
  setVisitEnterpriseOwner,
  setVisitEnterprisePlace,
  type VisitEnterpriseRow,
} from '#contract/visits/visit-enterprises.ts'
import { addVisit } from '#contract/visits/visits.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed, useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { UserPicker, UsersPicker } from '#web/pickers/user-picker.tsx'
import { useLocate } from './locate.ts'
import { SITE_EDIT, siteReads, visitReads } from './visit-labels.tsx'
import { PlanDialog } from './visit-plan.tsx'

type Site = Pick<VisitEnterpriseRow, 'id' | 'name' | 'longitude' | 'latitude' | 'customerId' | 'ownerId'>
type OneProps = { site: Site; onClosed: () => void }

type PlaceValues = { pair: string; longitude: string; latitude: string }

/** Fills both degrees from a pair as map sites copy it. */
function PairInput({ id, value, onChange }: { id?: string; value?: string; onChange?: (text: string) => void }) {
  const form = Form.useFormInstance<PlaceValues>()
  const handleChange = (text: string) => {
    onChange?.(text)
    const place = readPlace(text)
    if (place) form.setFieldsValue(place)
  }
  return (
    <Input
      {...(id !== undefined && { id })}
      value={value}
      maxLength={60}
      autoComplete="off"
      placeholder="120.153576,30.287459"
      onChange={(event) => handleChange(event.target.value)}
    />
  )
}

/** For who stands at the gate. */
function OwnPlaceButton() {
  const form = Form.useFormInstance<PlaceValues>()
  const { isLocating, problem, locate } = useLocate(({ longitude, latitude }) =>
    form.setFieldsValue({ longitude, latitude }),
  )
  return (
    <div className="visit-locate">
      <Button icon={<AimOutlined />} loading={isLocating} onClick={locate}>
        使用当前位置
      </Button>
      {problem && (
        <span role="status" className="visit-faint">
          {problem}
        </span>
      )}
    </div>
  )
}

function PlaceDialog({ site: { id, name, longitude, latitude }, onClosed }: OneProps) {
  return (
    <FormDialog<typeof setVisitEnterprisePlace, PlaceValues>
      title={`地图标注：${name}`}
      endpoint={setVisitEnterprisePlace}
      initial={{ pair: '', longitude: longitude ?? '', latitude: latitude ?? '' }}
      input={(values) => ({ id, longitude: values.longitude || null, latitude: values.latitude || null })}
      success="位置已标注"
      verb="保存"
      invalidates={siteReads}
      onClosed={onClosed}
    >
      <Form.Item
        name="pair"
        label="粘贴坐标"
        extra={
          <span className="field-hint">
            复制“经度,纬度”，自动填入下面两项。坐标按 GPS（WGS 84）保存；在厂区时可直接使用当前位置。
          </span>
        }
      >
        <PairInput />
      </Form.Item>
      <OwnPlaceButton />
      <Field
        of={setVisitEnterprisePlace}
        name="longitude"
        isRequired={false}
        check={(text) => (text === '' ? null : placeProblems({ longitude: text, latitude: '30' }).longitude)}
        hint="度，东经，例如 120.153576。"
      >
        <Input maxLength={11} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        of={setVisitEnterprisePlace}
        name="latitude"
        isRequired={false}
        check={(text) => (text === '' ? null : placeProblems({ longitude: '110', latitude: text }).latitude)}
        hint="度，北纬，例如 30.287459。两项都不填则取消标注。"
      >
        <Input maxLength={10} inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

function LinkDialog({ site: { id, name, customerId }, onClosed }: OneProps) {
  return (
    <FormDialog<typeof linkVisitEnterprise, { customerId: string | null }>
      title={`关联客户：${name}`}
      endpoint={linkVisitEnterprise}
      initial={{ customerId }}
      input={(values) => ({ id, customerId: values.customerId ?? null })}
      success="关联已保存"
      verb="保存"
      invalidates={siteReads}
      onClosed={onClosed}
    >
      <Field
        of={linkVisitEnterprise}
        name="customerId"
        isRequired={false}
        hint="关联后，企业名称和归属人以客户为准，此处的拜访会出现在该客户的服务动态里；不选则取消关联。"
      >
        <EnterprisePicker placeholder="请选择客户" />
      </Field>
    </FormDialog>
  )
}

function OwnerDialog({ site: { id, name, ownerId }, onClosed }: OneProps) {
  return (
    <FormDialog<typeof setVisitEnterpriseOwner, { ownerId: string | null }>
      title={`设置归属：${name}`}
      endpoint={setVisitEnterpriseOwner}
      initial={{ ownerId }}
      input={(values) => ({ id, ownerId: values.ownerId ?? '' })}
      success="归属已变更"
      verb="保存"
      invalidates={[...siteReads, ...visitReads]}
      onClosed={onClosed}
    >
      <Field of={setVisitEnterpriseOwner} name="ownerId" hint="原归属人在此企业已计划的拜访一并移交。">
        <UserPicker work="visits" placeholder="请选择归属人" />
      </Field>
    </FormDialog>
  )
}

type ManyProps = { sites: readonly VisitEnterpriseRow[]; onDone: () => void; onClosed: () => void }

function ReallocateDialog({ sites, onDone, onClosed }: ManyProps) {
  const [ownerIds, setOwnerIds] = useState<string[]>([])
  const act = useConfirmed(reallocateVisitEnterprises, {
    title: `更换销售：${sites.length} 家企业`,
    verb: '更换',
    isDanger: false,
    invalidates: [...siteReads, ...visitReads],
    onSuccess: ({ moved }) => {
      notify.success(`${moved} 家企业的归属已变更`)
      onDone()
      onClosed()
    },
  })
  return (
    <>
      <ChooseDialog
        title={`更换销售：${sites.length} 家企业`}
        width={480}
        verb="下一步"
        nothing={ownerIds.length === 0 ? '请选择接收人' : undefined}
        isChanged={ownerIds.length > 0}
        isSaving={act.pending}
        onSave={async () => {
          await act.run({ ids: sites.map(({ id }) => id), ownerIds })
          return false
        }}
        onClosed={onClosed}
      >
        <Form layout="vertical" component="div">
          <Form.Item label="接收人" colon={false} htmlFor="site-owners" required extra="选择多人时平均分配。">
            <UsersPicker
              work="visits"
              id="site-owners"
              placeholder="请选择接收人"
              value={ownerIds}
              onChange={(next) => setOwnerIds(next.slice(0, SITE_RECEIVERS_MAX))}
            />
          </Form.Item>
        </Form>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}

const dialogOf = { place: PlaceDialog, link: LinkDialog, owner: OwnerDialog } as const
type Shown =
  | { kind: keyof typeof dialogOf | 'plan'; site: Site }
  | { kind: 'many'; sites: readonly VisitEnterpriseRow[]; clear: () => void }

/** Most names in a confirmation; the rest is counted. */
const NAMES_MAX = 10

type SiteActs = {
  /** `onRemoved`: of a page that shows the enterprise, which is gone then. */
  actionsOf: (site: Site, onRemoved?: () => void) => RowAction[]
  batchActs: readonly BatchAct<VisitEnterpriseRow>[]
  dialogs: ReactNode
}

export function useSiteActs(): SiteActs {
  const openPage = useOpenPage()
  const [confirm, confirmation] = useConfirm()
  const removal = useRemoval(removeVisitEnterprises, { invalidates: siteReads })
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)

  const remove = (sites: readonly Pick<Site, 'id' | 'name'>[], onRemoved?: () => void) => {
    const names = sites.slice(0, NAMES_MAX).map(({ name }) => name)
    confirm({
      title: `删除 ${sites.length} 家拜访企业？`,
      content: `${names.join('、')}${sites.length > NAMES_MAX ? `等 ${sites.length} 家` : ''}将被删除，删除后不能恢复。有拜访记录的不能删除。`,
      verb: '删除',
      run: async () => {
        const done = await removal.run({ ids: sites.map(({ id }) => id).join(',') })
        if (done !== undefined) onRemoved?.()
      },
    })
  }

  const actionsOf: SiteActs['actionsOf'] = (site, onRemoved) => {
    const opens = (kind: keyof typeof dialogOf | 'plan') => () => setShown({ kind, site })
    return [
      { label: '安排拜访', call: addVisit, run: opens('plan') },
      {
        label: '编辑',
        call: editVisitEnterprise,
        run: () => openPage(SITE_EDIT, { id: site.id, tagName: site.name }),
      },
      { label: '地图标注', call: setVisitEnterprisePlace, run: opens('place') },
      { label: '关联客户', call: linkVisitEnterprise, run: opens('link') },
      // a linked one has its customer's owner
      ...(site.customerId === null ? [{ label: '设置归属', call: setVisitEnterpriseOwner, run: opens('owner') }] : []),
      { label: '删除', call: removeVisitEnterprises, isDanger: true, run: () => remove([site], onRemoved) },
    ]
  }

  const reallocate = (sites: readonly VisitEnterpriseRow[], clear: () => void) => {
    if (sites.length > SITES_MOVED_MAX) notify.warning(`一次最多更换 ${SITES_MOVED_MAX} 家`)
    else setShown({ kind: 'many', sites, clear })
  }

  const One = shown && shown.kind !== 'many' && shown.kind !== 'plan' ? dialogOf[shown.kind] : undefined
  const dialogs = (
    <>
      {confirmation}
      {removal.dialogs}
      {One && shown?.kind !== 'many' && shown && <One site={shown.site} onClosed={close} />}
      {shown?.kind === 'plan' && <PlanDialog enterprise={shown.site} onClosed={close} />}
      {shown?.kind === 'many' && <ReallocateDialog sites={shown.sites} onDone={shown.clear} onClosed={close} />}
    </>
  )
  const batchActs = [
    { label: '更换销售', call: reallocateVisitEnterprises, run: reallocate },
    { label: '删除', call: removeVisitEnterprises, isDanger: true, run: remove },
  ]
  return { actionsOf, batchActs, dialogs }
}
