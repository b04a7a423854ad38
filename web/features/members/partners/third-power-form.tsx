// A new third party, or a stored one: one form with an edit flag.
import { Form, Input, Select } from 'antd'
import {
  addThirdPower,
  editThirdPower,
  getThirdPower,
  queryThirdPowers,
  readThirdPower,
  type ThirdPower,
  type ThirdPowerForm,
} from '../../../../contract/members/third-powers.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { DayInput } from '../../../kit/form/day-input.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormPage, FormSection } from '../../../kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '../../../kit/form/row-form.tsx'
import { useRowSave } from '../../../kit/form/use-row-save.ts'
import { useVersions } from '../../../kit/form/use-versions.tsx'
import { TextTags } from '../../../pickers/text-tags.tsx'
import { moduleOptions } from '../form-words.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import { differencesOf, newThirdPower, valuesOf } from './third-power-values.ts'

type ThirdPowerEditorProps = EditorProps<ThirdPower> & { subProduct: SubProductKey }

function Editor({ subProduct, stored, onTakeTheirs, onSaved, onCancel }: ThirdPowerEditorProps) {
  const [form] = Form.useForm<ThirdPowerForm>()
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave({
    add: addThirdPower,
    edit: editThirdPower,
    invalidates: [queryThirdPowers, getThirdPower, readThirdPower],
    versions,
  })
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newThirdPower}
        isSaving={saving.isSaving}
        onSave={(values) => saving.save(values, { subProduct })}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `third-power-${stored.id}` : `third-power-new-${subProduct}`}
      >
        <FormSection title="第三方">
          <Field of={addThirdPower} name="name">
            <Input maxLength={64} />
          </Field>
          <Field of={addThirdPower} name="appId" hint="第三方程序调用时的标识，在本子产品中唯一。">
            <Input maxLength={64} />
          </Field>
          <Field of={addThirdPower} name="remark" isRequired={false}>
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Field>
        </FormSection>
        <FormSection title="可以读取">
          <Field of={addThirdPower} name="productIds" isRequired={false}>
            <SoldProductsPicker menu={subProductMenu(subProduct, 'thirdPower')} />
          </Field>
          <Field of={addThirdPower} name="modules" isRequired={false}>
            <Select mode="multiple" options={moduleOptions} optionFilterProp="label" placeholder="请选择模块" />
          </Field>
          <Field
            of={addThirdPower}
            name="addresses"
            isRequired={false}
            hint="IP 地址或网段，如 10.0.0.0/8，可粘贴多个；不填则不限制。"
          >
            <TextTags placeholder="输入后按回车" />
          </Field>
          <Field of={addThirdPower} name="endsOn" isRequired={false} hint="当日结束后不能再读取；不填则长期有效。">
            <DayInput />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}

type Props = { edit: boolean; subProduct: SubProductKey; list: string }

export default function ThirdPowerFormPage({ edit, subProduct, list }: Props) {
  return (
    <RowForm edit={edit} read={getThirdPower} list={list}>
      {(editor) => <Editor subProduct={subProduct} {...editor} />}
    </RowForm>
  )
}
