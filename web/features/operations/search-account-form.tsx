// Adds or changes an account of search marketing.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { type SemAccount, saveSemAccount } from '#contract/operations/search-accounts.ts'
import type { SearchSource } from '#contract/operations/search-labels.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { accountReads } from './search-marketing-pages.ts'

type Values = {
  code: string
  source: SearchSource
  name: string
  currency: string
  timeZone: string
  subProduct?: SubProductKey | null
  ownerId: string | null
  monthlyBudget: string
  settlingDays: number
  isEnabled: boolean
  cashFactors: { fromDay: string; factor: string }[]
}

const empty: Values = {
  code: '',
  source: 'baidu',
  name: '',
  currency: 'CNY',
  timeZone: 'Asia/Shanghai',
  subProduct: null,
  ownerId: null,
  monthlyBudget: '',
  settlingDays: 3,
  isEnabled: true,
  cashFactors: [],
}

const valuesOf = (account: SemAccount): Values => ({
  code: account.code,
  source: account.source,
  name: account.name,
  currency: account.currency,
  timeZone: account.timeZone,
  subProduct: account.subProduct,
  ownerId: account.ownerId,
  monthlyBudget: account.monthlyBudget ?? '',
  settlingDays: account.settlingDays,
  isEnabled: account.isEnabled,
  cashFactors: account.cashFactors,
})

export function SearchAccountForm({ account, onClosed }: { account: SemAccount | null; onClosed: () => void }) {
  return (
    <FormDialog<typeof saveSemAccount, Values>
      title={account ? `编辑账号：${account.name}` : '新增推广账号'}
      endpoint={saveSemAccount}
      initial={account ? valuesOf(account) : empty}
      input={({ subProduct, monthlyBudget, ...values }) => ({
        id: account?.id ?? null,
        ...(account && { version: account.version }),
        ...values,
        subProduct: subProduct ?? null,
        monthlyBudget: monthlyBudget.trim() === '' ? null : monthlyBudget.trim(),
      })}
      success={actText(account ? 'edit' : 'add')}
      invalidates={accountReads}
      verb="保存"
      isDanger={false}
      draft={`sem-account-${account?.id ?? 'new'}`}
      onClosed={onClosed}
    >
      <ChoiceField of={saveSemAccount} name="source" isList />
      <Field of={saveSemAccount} name="name" hint="与平台报表中的账号名一致">
        <Input />
      </Field>
      <Field of={saveSemAccount} name="code" hint="用于在接口和文件名中标识账号">
        <Input />
      </Field>
      <Field of={saveSemAccount} name="subProduct" isRequired={false}>
        <Select
          allowClear
          placeholder="不限"
          options={subProducts.map(({ key, title }) => ({ value: key, label: title }))}
        />
      </Field>
      <Field of={saveSemAccount} name="ownerId" isRequired={false}>
        <UserPicker placeholder="没有负责人" />
      </Field>
      <Field of={saveSemAccount} name="monthlyBudget" isRequired={false} hint="不填则没有预算">
        <Input inputMode="decimal" />
      </Field>
      <Field of={saveSemAccount} name="settlingDays" hint="这些天之内的数据平台还会修正，显示为未结算">
        <InputNumber min={0} max={30} precision={0} />
      </Field>
      <Field of={saveSemAccount} name="currency">
        <Input maxLength={3} />
      </Field>
      <Field of={saveSemAccount} name="timeZone" hint="账号按此时区划分日期">
        <Input />
      </Field>
      <Form.Item label="返点系数" extra="实付 = 消费 × 系数，从生效日期起；之前为 1">
        <Form.List name="cashFactors">
          {(rows, { add, remove }) => (
            <>
              {rows.map(({ key, name }) => (
                <div key={key} className="sem-factor">
                  <Form.Item name={[name, 'fromDay']} noStyle rules={[{ required: true, message: '请选择生效日期' }]}>
                    <DayInput />
                  </Form.Item>
                  <Form.Item name={[name, 'factor']} noStyle rules={[{ required: true, message: '请输入返点系数' }]}>
                    <Input aria-label="返点系数" placeholder="0.8" inputMode="decimal" />
                  </Form.Item>
                  <Button aria-label="删除返点系数" icon={<DeleteOutlined />} onClick={() => remove(name)} />
                </div>
              ))}
              <Button size="small" icon={<PlusOutlined />} onClick={() => add({ fromDay: '', factor: '' })}>
                增加
              </Button>
            </>
          )}
        </Form.List>
      </Form.Item>
      <Field of={saveSemAccount} name="isEnabled">
        <Switch />
      </Field>
    </FormDialog>
  )
}
