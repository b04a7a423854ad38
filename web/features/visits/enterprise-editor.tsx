// The fields of an enterprise for visits, and how they are saved.
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  addVisitEnterprise,
  editVisitEnterprise,
  PICTURES_MAX,
  type SiteCapacity,
  type SiteDevice,
  type SitePerson,
  type VisitEnterpriseDetail,
} from '#contract/visits/visit-enterprises.ts'
import { type SiteKind, siteKindLabels } from '#contract/visits/visit-labels.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { type Area, noArea } from '#web/kit/picker/area-cascade.rules.ts'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { AreaName } from '#web/pickers/area-name.tsx'
import { AreaPicker } from '#web/pickers/region-picker.tsx'
import { isNobody, PeopleInput, problemOfPeople } from './people-input.tsx'
import {
  CapacitiesInput,
  DevicesInput,
  isNoCapacity,
  isNoDevice,
  problemOfCapacities,
  problemOfDevices,
} from './plant-input.tsx'
import { labelDevice, siteReads } from './visit-labels.tsx'
import { uploadSmall } from './watermark-picture.ts'

type Values = {
  name: string
  kind: SiteKind
  products: string
  capacities: SiteCapacity[]
  equipment: SiteDevice[]
  capacity: string
  devices: string
  area: Area
  address: string
  people: SitePerson[]
  pictures: UploadedFile[]
  remark: string
  visitDays: number | null
}

const empty: Values = {
  name: '',
  kind: 'mill',
  products: '',
  capacity: '',
  devices: '',
  area: noArea,
  address: '',
  capacities: [],
  equipment: [],
  people: [],
  pictures: [],
  remark: '',
  visitDays: null,
}

function valuesOf({ name, kind, products, capacity, devices, regionIds, ...rest }: VisitEnterpriseDetail): Values {
  const [province = null, city = null, district = null] = regionIds
  const { address, capacities, equipment, people, pictures, remark, visitDays } = rest
  return {
    name,
    kind,
    products,
    capacities,
    equipment,
    capacity,
    devices,
    area: { province, city, district },
    address,
    people,
    pictures,
    remark,
    visitDays,
  }
}

const formOf = ({
  area,
  pictures,
  people,
  capacities,
  equipment,
  ...rest
}: Values): BodyOf<typeof addVisitEnterprise> => ({
  ...rest,
  visitDays: rest.visitDays ?? null,
  regionId: area.district ?? area.city ?? area.province,
  pictureIds: pictures.map(({ id }) => id),
  // a row that was added and left empty is none
  capacities: capacities
    .filter((row) => !isNoCapacity(row))
    .map(({ amount, ...row }) => ({ ...row, amount: amount.trim() })),
  equipment: equipment
    .filter((row) => !isNoDevice(row))
    .map(({ amount, ...row }) => ({ ...row, amount: amount?.trim() || null })),
  people: people.filter((person) => !isNobody(person)),
})

const describePeople = (people: readonly SitePerson[]) =>
  textOrDash(people.map(({ name, role, mobile }) => [name, role, mobile].filter(Boolean).join(' ')).join('、'))

const describeCapacities = (rows: readonly SiteCapacity[]) =>
  textOrDash(rows.map(({ product, amount, unit }) => `${product} ${amount} ${unit}`).join('、'))
const describeDevices = (rows: readonly SiteDevice[]) => textOrDash(rows.map((row) => labelDevice(row)).join('、'))

const differencesOf = differencesBy<Values>({
  name: ['企业名称', textOrDash],
  kind: ['企业类型', (kind) => siteKindLabels[kind]],
  products: ['经营产品', textOrDash],
  capacities: ['产能与库容', describeCapacities],
  equipment: ['装置与设备', describeDevices],
  capacity: ['产能说明', textOrDash],
  devices: ['装置说明', textOrDash],
  area: ['所在地区', (area) => <AreaName area={area} />],
  address: ['详细地址', textOrDash],
  people: ['人员', describePeople],
  pictures: ['图片', (pictures) => `${pictures.length} 张`],
  remark: ['备注', textOrDash],
  visitDays: ['拜访周期', (days) => (days === null ? '不设' : `每 ${days} 天`)],
})

const rowsRule = <Row,>(problemOf: (rows: readonly Row[]) => string | null) => ({
  validator: async (_rule: unknown, rows: readonly Row[]) => {
    const problem = problemOf(rows)
    if (problem) throw new Error(problem)
  },
})

export function EnterpriseEditor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<VisitEnterpriseDetail>) {
  const [form] = Form.useForm<Values>()
  const [isUploading, setUploading] = useState(false)
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const options = { invalidates: siteReads, onRefusal: versions.handleRefusal }
  const adding = useAct(addVisitEnterprise, { ...options, success: actText('add') })
  const editing = useAct(editVisitEnterprise, { ...options, success: actText('edit') })
  const save = async (values: Values) => {
    if (isUploading) {
      notify.warning('图片还在上传，请稍候')
      return false
    }
    const of = versions.current()
    const done = of
      ? await editing.run({ id: of.id, version: of.version, ...formOf(values) })
      : await adding.run(formOf(values))
    return done !== undefined
  }
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : empty}
        isSaving={adding.pending || editing.pending}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `visit-enterprise-${stored.id}` : 'visit-enterprise-new'}
      >
        <FormSection title="企业">
          <Field
            of={addVisitEnterprise}
            name="name"
            hint={stored && stored.customerId !== null ? '名称随关联的客户，请在客户资料中修改。' : ''}
          >
            <Input maxLength={100} autoComplete="off" disabled={stored ? stored.customerId !== null : false} />
          </Field>
          <ChoiceField of={addVisitEnterprise} name="kind" />
          <Form.Item name="area" label="所在地区">
            <AreaPicker />
          </Form.Item>
          <Field of={addVisitEnterprise} name="address" isRequired={false} />
        </FormSection>
        <FormSection title="生产与经营">
          <Field
            of={addVisitEnterprise}
            name="visitDays"
            isRequired={false}
            hint="例如 30：距上次到访满 30 天仍未拜访的列为到期；不填不提醒。"
          >
            <InputNumber min={1} max={3_650} precision={0} />
          </Field>
          <Field
            of={addVisitEnterprise}
            name="products"
            isRequired={false}
            hint="例如：热卷、中厚板；多个用顿号隔开。"
          />
          <Form.Item name="capacities" label="产能与库容" rules={[rowsRule(problemOfCapacities)]}>
            <CapacitiesInput />
          </Form.Item>
          <Form.Item name="equipment" label="装置与设备" rules={[rowsRule(problemOfDevices)]}>
            <DevicesInput />
          </Form.Item>
          <Field of={addVisitEnterprise} name="capacity" isRequired={false} rows={2} />
          <Field of={addVisitEnterprise} name="devices" isRequired={false} rows={2} />
        </FormSection>
        <FormSection title="人员与图片">
          <Form.Item name="people" label="人员" rules={[rowsRule(problemOfPeople)]}>
            <PeopleInput />
          </Form.Item>
          <Form.Item name="pictures" label="图片">
            <FileUpload aria-label="图片" purpose="image" send={uploadSmall} max={PICTURES_MAX} onBusy={setUploading} />
          </Form.Item>
          <Field of={addVisitEnterprise} name="remark" isRequired={false} rows={3} />
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
