// The fields of a customer and how they are saved; a new customer has its main contact in the same form.
import { Form, Input } from 'antd'
import {
  checkCreditCode,
  type EnterpriseDetail,
  getEnterprise,
  queryEnterprises,
  saveEnterprise,
} from '#contract/members/customers.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { useAct } from '#web/lib/query.ts'
import { DictionaryInput } from '#web/pickers/dictionary-input.tsx'
import { AreaPicker } from '#web/pickers/region-picker.tsx'
import { type CustomerValues, differencesOf, formOf, newCustomer, valuesOf } from './customer-values.ts'

export function CustomerEditor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<EnterpriseDetail>) {
  const [form] = Form.useForm<CustomerValues>()
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const act = useAct(saveEnterprise, {
    success: actText(stored ? 'edit' : 'add'),
    invalidates: [queryEnterprises, getEnterprise],
    onRefusal: versions.handleRefusal,
  })
  const save = async (values: CustomerValues) => (await act.run(formOf(values, versions.current()))) !== undefined
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newCustomer}
        isSaving={act.pending}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `customer-${stored.id}` : 'customer-new'}
      >
        <FormSection title="企业">
          <Field of={saveEnterprise} name="name" />
          <Field
            of={saveEnterprise}
            name="creditCode"
            isRequired={false}
            check={(code) => checkCreditCode(code.toUpperCase())}
            hint="18位统一社会信用代码，核对校验位；不清楚时可以不填。"
          />
          <ChoiceField of={saveEnterprise} name="level" />
          <Field of={saveEnterprise} name="industry">
            <DictionaryInput dictionary="industry" maxLength={32} />
          </Field>
          <Form.Item name="area" label="所在地区">
            <AreaPicker />
          </Form.Item>
          <Field of={saveEnterprise} name="address" />
          <Field of={saveEnterprise} name="remark" rows={3} />
        </FormSection>
        {!stored && (
          <FormSection title="主要联系人">
            <Field of={saveEnterprise} name="contactName" />
            <Field of={saveEnterprise} name="contactPosition" />
            <Field of={saveEnterprise} name="contactMobile" hint="手机号码，或带区号的座机。" />
            <Field of={saveEnterprise} name="contactEmail">
              <Input maxLength={128} inputMode="email" autoComplete="off" />
            </Field>
          </FormSection>
        )}
      </FormPage>
      {versions.conflict}
    </>
  )
}
