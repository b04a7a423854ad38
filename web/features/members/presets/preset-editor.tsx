// The fields of a preset and the way they are saved.

import { Checkbox, Form, Input, InputNumber, Radio } from 'antd'
import {
  addPreset,
  editPreset,
  getPreset,
  PRESET_DAYS_MAX,
  type PresetDetail,
  type PresetForm,
  queryPresets,
} from '../../../../contract/members/grant-presets.ts'
import { accountModuleKeys, grantKindLabels } from '../../../../contract/members/members.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '../../../../contract/sub-products.ts'
import { differencesBy } from '../../../kit/form/differences.ts'
import { EnabledSwitch } from '../../../kit/form/enabled-switch.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormPage, FormSection } from '../../../kit/form/form-page.tsx'
import type { EditorProps } from '../../../kit/form/row-form.tsx'
import { useRowSave } from '../../../kit/form/use-row-save.ts'
import { useVersions } from '../../../kit/form/use-versions.tsx'
import { kindOptions, moduleOptions, sayModules } from '../form-labels.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import { HiddenProducts } from '../hidden-products.tsx'
import { quotaText } from './preset-labels.tsx'

const fresh: PresetForm = {
  name: '',
  kind: 'trial',
  days: 7,
  productIds: [],
  modules: [...accountModuleKeys],
  quota: null,
  isEnabled: true,
  remark: '',
}

const valuesOf = ({
  id: _id,
  version: _version,
  subProduct: _subProduct,
  hiddenProducts: _hidden,
  ...values
}: PresetDetail): PresetForm => values

const differencesOf = differencesBy<PresetForm>({
  name: ['方案名称', (name) => name],
  kind: ['授权类型', (kind) => grantKindLabels[kind]],
  days: ['授权天数', (days) => `${days} 天`],
  productIds: ['产品', (ids) => `${ids.length} 个产品`],
  modules: ['模块', sayModules],
  quota: ['每日额度', quotaText],
  isEnabled: ['启用', (isEnabled) => (isEnabled ? '是' : '否')],
  remark: ['备注', (remark) => remark || '—'],
})

type PresetEditorProps = EditorProps<PresetDetail> & { subProduct: SubProductKey }

export function PresetEditor({ subProduct, stored, onTakeTheirs, onSaved, onCancel }: PresetEditorProps) {
  const [form] = Form.useForm<PresetForm>()
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave({ add: addPreset, edit: editPreset, invalidates: [queryPresets, getPreset], versions })
  const save = (values: PresetForm) =>
    saving.save({ ...fresh, ...values, productIds: values.productIds ?? [] }, { subProduct })

  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : fresh}
        isSaving={saving.isSaving}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `preset-${stored.id}` : `preset-new-${subProduct}`}
      >
        <FormSection title="方案">
          <Field of={addPreset} name="name">
            <Input maxLength={50} />
          </Field>
          <Field of={addPreset} name="isEnabled" isRequired={false} hint="禁用后不能按它授权，已经授权的不受影响。">
            <EnabledSwitch />
          </Field>
          <Field of={addPreset} name="remark" isRequired={false}>
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Field>
        </FormSection>
        <FormSection title="授权内容">
          <Field of={addPreset} name="kind">
            <Radio.Group options={kindOptions} />
          </Field>
          <Field of={addPreset} name="days" hint="从授权当天算起，当天为第一天。">
            <InputNumber min={1} max={PRESET_DAYS_MAX} precision={0} suffix="天" style={{ width: 160 }} />
          </Field>
          {stored && <HiddenProducts hidden={stored.hiddenProducts} />}
          {!isWhole && (
            <Field of={addPreset} name="productIds">
              <SoldProductsPicker menu={subProductMenu(subProduct, 'quickAuthorization')} />
            </Field>
          )}
          <Field of={addPreset} name="modules" isRequired={false} hint="授权时加到账号已有的模块上，不会减少。">
            <Checkbox.Group options={moduleOptions} />
          </Field>
          <Field of={addPreset} name="quota" isRequired={false} hint="每天下载或调用的次数，不填则不限。">
            <InputNumber min={1} max={1_000_000} precision={0} suffix="次" style={{ width: 160 }} />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
