// Classes of short messages: text, template at the provider, sub-product.
import '../push.css'
import { Button, Form, Input, Select, Switch, Typography } from 'antd'
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { findQuoteItems } from '#contract/prices/quote-items.ts'
import { type SmsClassRow, smsClassCalls, smsSubProducts, sortSmsClasses } from '#contract/push/sms-classes.ts'
import { occasionSmsFields, type SmsPurpose, smsPurposeLabels, smsPurposes } from '#contract/push/sms-purposes.ts'
import { providerTemplate, SMS_ITEMS, smsFieldsWith, smsParts, wholeSms } from '#contract/push/sms-text.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { Can } from '#web/kit/can.tsx'
import { GroupOrder } from '#web/kit/form/group-order.tsx'
import { ClockInput } from '#web/kit/form/moment-input.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { FoundMany, itemLabel } from '../found-many.tsx'

const titleOf = (key: SmsClassRow['subProductKey']) => subProductOf(key).title
const subProducts = smsSubProducts.map((value) => ({ value, label: titleOf(value) }))

const purposes = optionsOf(smsPurposeLabels, smsPurposes)

const filters = [
  ...filtersOf(smsClassCalls.list, ['name']),
  selectFilter('purpose', '用途', purposes),
  selectFilter('subProductKey', '子产品', subProducts),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

const columns = columnsOf(smsClassCalls.list, {
  name: { width: 160 },
  purpose: { width: 130 },
  isEnabled: { width: 90, render: EnabledStatus },
  subProductKey: { width: 110, render: ({ subProductKey }) => titleOf(subProductKey) },
  productName: { width: 110, empty: '不限' },
  sign: { width: 100 },
  template: { width: 140 },
  text: { width: 320, render: (row) => wholeSms(row) },
  quoteItemIds: { width: 80, align: 'right', render: ({ quoteItemIds }) => quoteItemIds.length },
  isAdvert: { width: 90 },
  sendTime: { width: 90, empty: '—' },
  partPrice: { width: 110, align: 'right' },
  updatedAt: {},
})

type TextInputProps = {
  /** A correction is never an advert, and has fields for the previous message's figures. */
  isCorrection?: boolean
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** Input of the text, with the resulting message and the provider's template below it. */
function TextInput({ isCorrection = false, value = '', onChange, ...rest }: TextInputProps) {
  const sign = Form.useWatch<string | undefined>('sign') ?? ''
  const isAdvert = (Form.useWatch<boolean | undefined>('isAdvert') ?? false) && !isCorrection
  const items = Form.useWatch<string[] | undefined>('quoteItemIds')?.length ?? 0
  const purpose = Form.useWatch<SmsPurpose | undefined>('purpose') ?? 'push'
  const known = purpose === 'push' ? smsFieldsWith(items, isCorrection) : occasionSmsFields[purpose]
  const whole = wholeSms({ sign, text: value, isAdvert })
  return (
    <>
      <Input.TextArea
        {...rest}
        rows={isCorrection ? 3 : 4}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <div className="field-hint">
        可用字段：
        {known.map((name) => `{{${name}}}`).join(' ')}
      </div>
      {value !== '' && (
        <div className="sms-text">
          <div>{whole}</div>
          <div className="field-hint">
            连同签名 {whole.length} 字，计 {smsParts(whole)} 条（字段按名称计）。70 字以内为一条，超过的每 67 字一条。
          </div>
          <Typography.Paragraph
            className="field-hint"
            copyable={{ text: providerTemplate({ text: value, isAdvert }, 'aliyun') }}
          >
            阿里云模板：{providerTemplate({ text: value, isAdvert }, 'aliyun')}
          </Typography.Paragraph>
          <Typography.Paragraph
            className="field-hint"
            copyable={{ text: providerTemplate({ text: value, isAdvert }, 'tencent') }}
          >
            腾讯云模板：{providerTemplate({ text: value, isAdvert }, 'tencent')}
          </Typography.Paragraph>
        </div>
      )}
    </>
  )
}

const empty = () => ({
  name: '',
  purpose: 'push' as const,
  subProductKey: 'bigData' as const,
  productId: null,
  sign: '',
  template: '',
  text: '',
  quoteItemIds: [],
  correctionText: '',
  correctionTemplate: '',
  isAdvert: false,
  sendTime: '',
  partPrice: '0.045',
  remark: '',
})

const inputs = {
  purpose: {
    input: <Select options={purposes} />,
    hint: '会议短信和验证码由系统发送，用启用的第一个分类；没有产品、报价项、每日时间和更正内容，不按子产品区分。',
  },
  subProductKey: { input: <Select options={subProducts} />, hint: '发给这个子产品的账号。' },
  productId: { input: <ProductPicker />, hint: '收件人须有这个产品的有效授权。' },
  sign: { hint: '不含【】，须是服务商已审核通过的签名。' },
  template: { hint: '服务商已审核通过的模板，内容须与下面给出的一致。' },
  text: { input: <TextInput /> },
  quoteItemIds: {
    input: <FoundMany call={findQuoteItems} labelOf={itemLabel} max={SMS_ITEMS} placeholder="按名称或编码查找" />,
    hint: '依次对应价格1、价格2……只用当日已发布的价格。',
    isRequired: false,
  },
  correctionText: {
    input: <TextInput isCorrection />,
    hint: '价格更正或撤回后，发给收到旧价的人；原价1 是当时发出的价格。留空则不能通知。',
    isRequired: false,
  },
  correctionTemplate: { hint: '更正内容在服务商的模板，同样须先审核通过。', isRequired: false },
  isAdvert: { input: <Switch />, hint: '广告短信末尾注明退订方法，只在 8 点至 21 点发送，不发给退订的人。' },
  sendTime: { input: <ClockInput />, hint: '新增推送时默认的时间。', isRequired: false },
}

function useClasses() {
  const { data, ...read } = useCall(smsClassCalls.list, { size: 100 }, { staleTime: 0 })
  return { ...read, data: data?.records }
}

function ClassOrder({ onClosed }: { onClosed: () => void }) {
  const save = useAct(sortSmsClasses, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: [smsClassCalls.list],
  })
  return (
    <GroupOrder
      noun="短信分类"
      initial="all"
      picker={() => null}
      useRows={useClasses}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      noteOf={({ isEnabled }) => !isEnabled && '已禁用'}
      isSaving={save.pending}
      onSave={(_, ids) => save.run({ ids })}
      onClosed={onClosed}
    />
  )
}

export default function SmsClassList() {
  const [isSorting, setSorting] = useState(false)
  return (
    <>
      <RowsPage
        calls={smsClassCalls}
        settings="smsClassAttr"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ empty, inputs }}
        disabling={() => '禁用后不能再用它推送；已经提交的推送不受影响。'}
        removing={() => '删除后不能恢复。'}
        toolbar={
          <Can call={sortSmsClasses}>
            <Button onClick={() => setSorting(true)}>调整顺序</Button>
          </Can>
        }
      />
      {isSorting && <ClassOrder onClosed={() => setSorting(false)} />}
    </>
  )
}
