// A new authorisation rule, or a stored one.
import { Input, Select } from 'antd'
import {
  addGrantRule,
  editGrantRule,
  type GrantRuleRow,
  getRuleChoices,
  queryGrantRules,
} from '../../../contract/grant-rules.ts'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { actText } from '../../lib/act-toast.ts'
import { useCall } from '../../lib/query.ts'
import { EnabledSwitch } from './enabled-switch.tsx'
import { sourceOptions } from './registration-words.tsx'

type Values = {
  name: string
  source: GrantRuleRow['source'] | null
  province: string | null
  presetId: string | null
  isEnabled: boolean
}

type Props = { subProduct: SubProductKey; rule: GrantRuleRow | undefined; onClosed: () => void }

const formOf = ({ name, source, province, presetId, isEnabled }: Values) => ({
  name,
  source: source ?? ('' as const),
  province: province ?? '',
  presetId: presetId ?? '',
  isEnabled,
})

export function GrantRuleForm({ subProduct, rule, onClosed }: Props) {
  const { data: choices, isFetching } = useCall(getRuleChoices, { subProduct }, { staleTime: 0 })
  const presets = (choices?.presets ?? []).map(({ id, name, isEnabled, summary }) => ({
    value: id,
    label: `${name}（${summary}）${isEnabled ? '' : '　已停用'}`,
  }))
  const provinces = (choices?.provinces ?? []).map((value) => ({ value, label: value }))
  const common = {
    initial: {
      name: rule?.name ?? '',
      source: rule?.source || null,
      province: rule?.province || null,
      presetId: rule?.presetId ?? null,
      isEnabled: rule?.isEnabled ?? true,
    },
    invalidates: [queryGrantRules, getRuleChoices],
    verb: '保存',
    onClosed,
  }
  const fields = (
    <>
      <Field of={addGrantRule} name="name">
        <Input maxLength={50} />
      </Field>
      <Field of={addGrantRule} name="source" isRequired={false}>
        <Select allowClear placeholder="不限" options={sourceOptions} />
      </Field>
      <Field of={addGrantRule} name="province" isRequired={false}>
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="不限" options={provinces} />
      </Field>
      <Field of={addGrantRule} name="presetId" hint="在“快捷授权”中维护。">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择授权方案"
          loading={isFetching}
          options={presets}
          notFoundContent="还没有方案，请先在“快捷授权”中新增"
        />
      </Field>
      <Field of={addGrantRule} name="isEnabled" isRequired={false}>
        <EnabledSwitch />
      </Field>
    </>
  )
  if (!rule) {
    return (
      <FormDialog<typeof addGrantRule, Values>
        {...common}
        title="新增授权规则"
        endpoint={addGrantRule}
        input={(values) => ({ subProduct, ...formOf(values) })}
        success={actText('add')}
      >
        {fields}
      </FormDialog>
    )
  }
  return (
    <FormDialog<typeof editGrantRule, Values>
      {...common}
      title={`编辑授权规则：${rule.name}`}
      endpoint={editGrantRule}
      input={(values) => ({ id: rule.id, version: rule.version, ...formOf(values) })}
      success={actText('edit')}
    >
      {fields}
    </FormDialog>
  )
}
