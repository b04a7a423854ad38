// A new authorisation rule, or a stored one.

import { Input, Select } from 'antd'
import {
  addGrantRule,
  editGrantRule,
  type GrantRuleRow,
  getRuleChoices,
  queryGrantRules,
} from '../../../../contract/members/grant-rules.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { sayText, type Words } from '../../../kit/form/differences.ts'
import { EnabledSwitch } from '../../../kit/form/enabled-switch.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { actText } from '../../../lib/act-toast.ts'
import { useCall } from '../../../lib/query.ts'
import { sourceOptions } from '../registrations/registration-words.tsx'

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

const fresh: Values = { name: '', source: null, province: null, presetId: null, isEnabled: true }

const valuesOf = ({ name, source, province, presetId, isEnabled }: GrantRuleRow): Values => ({
  name,
  source: source || null,
  province: province || null,
  presetId,
  isEnabled,
})

const wordsWith = (presets: readonly { value: string; label: string }[]): Words<Values> => ({
  name: ['规则名称', sayText],
  source: ['注册来源', (source) => sourceOptions.find(({ value }) => value === source)?.label ?? '不限'],
  province: ['省份', (province) => province || '不限'],
  presetId: ['授权方案', (id) => presets.find(({ value }) => value === id)?.label ?? sayText(id)],
  isEnabled: ['启用', (isEnabled) => (isEnabled ? '是' : '否')],
})

export function GrantRuleForm({ subProduct, rule, onClosed }: Props) {
  const { data: choices, isFetching } = useCall(getRuleChoices, { subProduct }, { staleTime: 0 })
  const presets = (choices?.presets ?? []).map(({ id, name, isEnabled, summary }) => ({
    value: id,
    label: `${name}（${summary}）${isEnabled ? '' : '　已禁用'}`,
  }))
  const provinces = (choices?.provinces ?? []).map((value) => ({ value, label: value }))
  const common = {
    initial: rule ? valuesOf(rule) : fresh,
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
    <FormDialog<typeof editGrantRule, Values, GrantRuleRow>
      {...common}
      stored={{ row: rule, valuesOf, words: wordsWith(presets) }}
      title={`编辑授权规则：${rule.name}`}
      endpoint={editGrantRule}
      input={(values) => ({ id: rule.id, version: rule.version, ...formOf(values) })}
      success={actText('edit')}
    >
      {fields}
    </FormDialog>
  )
}
