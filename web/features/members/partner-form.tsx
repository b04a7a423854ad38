// A new partner, or a stored one: one form with an edit flag.
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getUserInfoByDeptId } from '../../../contract/organisation.ts'
import {
  addPartner,
  editPartner,
  getPartner,
  listSetChoices,
  type Partner,
  type PartnerForm,
  queryPartners,
} from '../../../contract/partners.ts'
import { DayInput } from '../../kit/day-input.tsx'
import { Field } from '../../kit/field.tsx'
import { FormPage, FormSection, FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useVersions } from '../../kit/use-versions.tsx'
import { actText } from '../../lib/act-toast.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { TextTags } from '../../pickers/text-tags.tsx'
import { UserPicker } from '../../pickers/user-picker.tsx'
import { differencesWith, newPartner, valuesOf } from './partner-values.ts'

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
  const { data: people = [] } = useCall(getUserInfoByDeptId, {})
  return {
    set: (wanted: string) => sets.find(({ id }) => id === wanted)?.name ?? wanted,
    owner: (wanted: string) => people.find(({ id }) => id === wanted)?.realName ?? wanted,
  }
}

type EditorProps = { stored: Partner | undefined; onTakeTheirs: (theirs: Partner) => void }

function Editor({ stored, onTakeTheirs }: EditorProps) {
  const leave = useLeavePage()
  const names = useNames()
  const [form] = Form.useForm<PartnerForm>()
  const differencesOf = differencesWith(names)
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const options = { invalidates: [queryPartners, getPartner], onRefusal: versions.handleRefusal }
  const add = useAct(addPartner, { ...options, success: actText('add') })
  const edit = useAct(editPartner, { ...options, success: actText('edit') })
  const save = async (values: PartnerForm) => {
    const current = versions.current()
    const done = current
      ? await edit.run({ id: current.id, version: current.version, ...values })
      : await add.run(values)
    return done !== undefined
  }
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newPartner}
        isSaving={add.pending || edit.pending}
        onSave={save}
        onSaved={() => leave(stored ? listAddress(LIST) : LIST)}
        onCancel={() => leave(listAddress(LIST))}
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

function Edit({ id }: { id: string }) {
  const [stored, setStored] = useState<Partner>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getPartner, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  return <Editor key={stored.version} stored={stored} onTakeTheirs={setStored} />
}

export default function PartnerFormPage({ edit }: { edit: boolean }) {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <Edit key={id} id={id} />
  return <Editor stored={undefined} onTakeTheirs={() => undefined} />
}
