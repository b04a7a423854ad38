// A new permission set, or a stored one: one form with an edit flag.
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  addPermissionSet,
  editPermissionSet,
  getPermissionSet,
  type PermissionSet,
  type PermissionSetForm,
  queryPermissionSets,
} from '../../../contract/permission-sets.ts'
import { subProductOf } from '../../../contract/sub-products.ts'
import { Field } from '../../kit/field.tsx'
import { FormPage, FormSection, FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useVersions } from '../../kit/use-versions.tsx'
import { actText } from '../../lib/act-toast.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { moduleOptions, subProductOptions } from './form-words.ts'
import { HiddenProducts } from './hidden-products.tsx'
import { differencesOf, newPermissionSet, valuesOf } from './permission-set-values.ts'
import { SoldProductsPicker } from './sold-products-picker.tsx'

const LIST = '/application/embedManager/permission'
const MENU = 'embed.permissionSets'

type EditorProps = { stored: PermissionSet | undefined; onTakeTheirs: (theirs: PermissionSet) => void }

function Editor({ stored, onTakeTheirs }: EditorProps) {
  const leave = useLeavePage()
  const [form] = Form.useForm<PermissionSetForm>()
  const chosen = Form.useWatch('subProducts', form) ?? stored?.subProducts ?? []
  const wantsProducts = chosen.some((key) => subProductOf(key).grantsBy === 'product')
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const options = { invalidates: [queryPermissionSets, getPermissionSet], onRefusal: versions.handleRefusal }
  const add = useAct(addPermissionSet, { ...options, success: actText('add') })
  const edit = useAct(editPermissionSet, { ...options, success: actText('edit') })
  const save = async (values: PermissionSetForm) => {
    const current = versions.current()
    // products of sub-products that were taken out again are none of the set's
    const whole = { ...values, productIds: wantsProducts ? values.productIds : [] }
    const done = current ? await edit.run({ id: current.id, version: current.version, ...whole }) : await add.run(whole)
    return done !== undefined
  }
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newPermissionSet}
        isSaving={add.pending || edit.pending}
        onSave={save}
        onSaved={() => leave(stored ? listAddress(LIST) : LIST)}
        onCancel={() => leave(listAddress(LIST))}
        draft={stored ? `permission-set-${stored.id}` : 'permission-set-new'}
      >
        <FormSection title="方案">
          <Field of={addPermissionSet} name="name">
            <Input maxLength={64} />
          </Field>
          <Field of={addPermissionSet} name="remark" isRequired={false}>
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Field>
        </FormSection>
        <FormSection title="授权内容">
          <Field of={addPermissionSet} name="subProducts" hint="修改方案不影响已授的权限，对会员重新应用后生效。">
            <Select mode="multiple" options={subProductOptions} optionFilterProp="label" placeholder="请选择子产品" />
          </Field>
          <Field of={addPermissionSet} name="modules" isRequired={false}>
            <Select mode="multiple" options={moduleOptions} optionFilterProp="label" placeholder="请选择模块" />
          </Field>
          {wantsProducts && stored && <HiddenProducts form={form} hidden={stored.hiddenProducts} />}
          {wantsProducts && (
            <Field of={addPermissionSet} name="productIds" isRequired hint="整体授权的子产品不需要选择产品。">
              <SoldProductsPicker menu={MENU} />
            </Field>
          )}
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}

function Edit({ id }: { id: string }) {
  const [stored, setStored] = useState<PermissionSet>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getPermissionSet, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  return <Editor key={stored.version} stored={stored} onTakeTheirs={setStored} />
}

export default function PermissionSetFormPage({ edit }: { edit: boolean }) {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <Edit key={id} id={id} />
  return <Editor stored={undefined} onTakeTheirs={() => undefined} />
}
