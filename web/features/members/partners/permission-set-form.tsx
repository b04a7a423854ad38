// A new permission set, or a stored one: one form with an edit flag.
import { Form, Input, Select } from 'antd'
import {
  addPermissionSet,
  editPermissionSet,
  getPermissionSet,
  type PermissionSet,
  type PermissionSetForm,
  queryPermissionSets,
} from '../../../../contract/members/permission-sets.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormPage, FormSection } from '../../../kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '../../../kit/form/row-form.tsx'
import { useRowSave } from '../../../kit/form/use-row-save.ts'
import { useVersions } from '../../../kit/form/use-versions.tsx'
import { moduleOptions, subProductOptions } from '../form-words.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import { HiddenProducts } from '../hidden-products.tsx'
import { differencesOf, newPermissionSet, valuesOf } from './permission-set-values.ts'

const LIST = '/application/embedManager/permission'
const MENU = 'embed.permissionSets'

function Editor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<PermissionSet>) {
  const [form] = Form.useForm<PermissionSetForm>()
  const chosen = Form.useWatch('subProducts', form) ?? stored?.subProducts ?? []
  const wantsProducts = chosen.some((key) => subProductOf(key).grantsBy === 'product')
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave({
    add: addPermissionSet,
    edit: editPermissionSet,
    invalidates: [queryPermissionSets, getPermissionSet],
    versions,
  })
  const save = (values: PermissionSetForm) =>
    // products of sub-products that were taken out again are none of the set's
    saving.save({ ...values, productIds: wantsProducts ? values.productIds : [] })
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newPermissionSet}
        isSaving={saving.isSaving}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
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

export default function PermissionSetFormPage({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getPermissionSet} list={LIST}>
      {(editor) => <Editor {...editor} />}
    </RowForm>
  )
}
