// A new partner, or a stored one: one form with an edit flag.
import { Form, Input, Select } from 'antd'
import {
  addPartner,
  editPartner,
  getPartner,
  listSetChoices,
  type Partner,
  type PartnerForm,
  queryPartners,
} from '../../../../contract/members/partners.ts'
import { DayInput } from '../../../kit/form/day-input.tsx'
import { differencesBy, sayText } from '../../../kit/form/differences.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormPage, FormSection } from '../../../kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '../../../kit/form/row-form.tsx'
import { useRowSave } from '../../../kit/form/use-row-save.ts'
import { useVersions } from '../../../kit/form/use-versions.tsx'
import { useCall } from '../../../lib/query.ts'
import { TextTags } from '../../../pickers/text-tags.tsx'
import { usePersonNames } from '../../../pickers/use-person-names.ts'
import { UserPicker } from '../../../pickers/user-picker.tsx'
import { sayDay, sayList } from '../form-labels.ts'

const newPartner: PartnerForm = {
  name: '',
  code: '',
  contact: '',
  mobile: '',
  domains: [],
  permissionSetId: null,
  endsOn: null,
  ownerId: null,
  remark: '',
}

/** A partner as its form holds it, and as people compare two versions of it. */
function valuesOf({ id: _, version: __, ...values }: Partner): PartnerForm {
  return values
}

type Names = { set: (id: string) => string; owner: (id: string) => string }

const differencesWith = ({ set, owner }: Names) =>
  differencesBy<PartnerForm>({
    name: ['合作伙伴名称', sayText],
    code: ['合作伙伴编码', sayText],
    contact: ['联系人', sayText],
    mobile: ['联系电话', sayText],
    domains: ['嵌入域名', (domains) => sayList(domains)],
    permissionSetId: ['权限方案', (id) => (id === null ? '—' : set(id))],
    endsOn: ['合作截止日期', sayDay],
    ownerId: ['负责人', (id) => (id === null ? '—' : owner(id))],
    remark: ['备注', sayText],
  })

const LIST = '/application/embedManager/partner'

type SetSelectProps = { id?: string; value?: string | null; onChange?: (id: string | null) => void }

function SetSelect({ value, onChange, ...rest }: SetSelectProps) {
  const { data, isPending } = useCall(listSetChoices, {})
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择权限方案"
      loading={isPending}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      // its name once it is there: an id says nothing
      value={data ? (value ?? null) : null}
      onChange={(id) => onChange?.(id ?? null)}
    />
  )
}

function useNames() {
  const { data: sets = [] } = useCall(listSetChoices, {})
  const personName = usePersonNames()
  return {
    set: (wanted: string) => sets.find(({ id }) => id === wanted)?.name ?? wanted,
    owner: (wanted: string) => personName(wanted) ?? wanted,
  }
}

function Editor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<Partner>) {
  const names = useNames()
  const [form] = Form.useForm<PartnerForm>()
  const differencesOf = differencesWith(names)
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave({ add: addPartner, edit: editPartner, invalidates: [queryPartners, getPartner], versions })
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newPartner}
        isSaving={saving.isSaving}
        onSave={(values) => saving.save(values)}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `partner-${stored.id}` : 'partner-new'}
      >
        <FormSection title="合作伙伴">
          <Field of={addPartner} name="name">
            <Input maxLength={64} />
          </Field>
          <Field of={addPartner} name="code" hint="嵌入页面地址中的标识，2至32位字母、数字、_ 或 -，以字母开头。">
            <Input maxLength={32} />
          </Field>
          <Field of={addPartner} name="contact" isRequired={false}>
            <Input maxLength={32} />
          </Field>
          <Field of={addPartner} name="mobile" isRequired={false}>
            <Input maxLength={20} />
          </Field>
          <Field of={addPartner} name="ownerId" isRequired={false} hint="不填则由您负责。">
            <UserPicker placeholder="请选择负责人" />
          </Field>
          <Field of={addPartner} name="remark" isRequired={false}>
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Field>
        </FormSection>
        <FormSection title="嵌入与授权">
          <Field
            of={addPartner}
            name="domains"
            isRequired={false}
            hint="可以嵌入页面的网站，如 www.example.com 或 *.example.com，可粘贴多个。"
          >
            <TextTags placeholder="输入后按回车" />
          </Field>
          <Field of={addPartner} name="permissionSetId" isRequired={false}>
            <SetSelect />
          </Field>
          <Field of={addPartner} name="endsOn" isRequired={false} hint="会员的授权不能晚于这一天；不填则长期合作。">
            <DayInput />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}

export default function PartnerFormPage({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getPartner} list={LIST}>
      {(editor) => <Editor {...editor} />}
    </RowForm>
  )
}
