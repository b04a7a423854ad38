// The fields of a grant to a registered customer: enterprise, login, products and period.
import { Alert, Checkbox, Form, type FormInstance, Input, InputNumber, Radio, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { type GrantProposal, grantTrial } from '#contract/members/registration-handling.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { moduleOptions, subProductOptions } from '../form-labels.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import { PersonFields } from '../person-fields.tsx'
import { type GrantValues, presetOf } from './registration-grant-values.ts'
import './registration.css'
import { byLabel } from '#web/kit/picker/by-label.ts'

const enterpriseOptions = [
  { value: false, label: '新增企业' },
  { value: true, label: '已有企业' },
]

type Props = {
  form: FormInstance<GrantValues>
  proposal: GrantProposal
  mayGrant: (subProduct: SubProductKey) => boolean
  onSubProduct: (subProduct: SubProductKey) => void
}

function Customer({ form, proposal: { member, alike, isElsewhere } }: Pick<Props, 'form' | 'proposal'>) {
  const isKnown = Form.useWatch<boolean>('isKnown') ?? member !== null
  const isKnownEnterprise = Form.useWatch<boolean>('isKnownEnterprise') ?? false
  const choose = (enterpriseId: string) => form.setFieldsValue({ isKnownEnterprise: true, enterpriseId })
  return (
    <>
      {isElsewhere && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title="该企业或手机号码已是其他同事的客户，请先与客服确认归属。"
        />
      )}
      <Form.Item name="memberId" hidden>
        <Input />
      </Form.Item>
      {member && (
        <Form.Item
          name="isKnown"
          label="会员"
          extra={isKnown ? `${member.enterpriseName}，在其现有授权上延长` : undefined}
        >
          <Radio.Group
            options={[
              { value: true, label: `${member.realName}（${member.loginName}）` },
              { value: false, label: '新增会员' },
            ]}
          />
        </Form.Item>
      )}
      {!isKnown && (
        <>
          <Form.Item
            name="isKnownEnterprise"
            label="企业"
            required
            extra={
              !isKnownEnterprise &&
              alike.length > 0 && (
                <span className="field-hint registration-offers">
                  可能已有：
                  {alike.map(({ id, name }) => (
                    <button key={id} type="button" className="text-link" onClick={() => choose(id)}>
                      {name}
                    </button>
                  ))}
                </span>
              )
            }
          >
            <Radio.Group options={enterpriseOptions} />
          </Form.Item>
          {isKnownEnterprise ? (
            <Field of={grantTrial} name="enterpriseId" isRequired>
              <EnterprisePicker />
            </Field>
          ) : (
            <Field of={grantTrial} name="enterpriseName" isRequired />
          )}
          <div className="registration-pair">
            <PersonFields of={grantTrial} />
          </div>
        </>
      )}
    </>
  )
}

export function RegistrationGrantFields({ form, proposal, mayGrant, onSubProduct }: Props) {
  const { presets, preset, registration } = proposal
  const subProduct = Form.useWatch<SubProductKey | null>('subProduct')
  const refused = mayGrant(registration.subProduct) ? '' : subProductOf(registration.subProduct).title
  const presetId = Form.useWatch<string | null>('presetId')
  const left = presets.find(({ id }) => id === presetId)?.hiddenProducts ?? []
  const hint = [
    ...(preset && presetId === preset.id ? [`按规则“${preset.rule}”建议`] : []),
    ...(left.length > 0 ? [`已隐藏的产品没有带入：${left.map(({ name }) => name).join('、')}`] : []),
  ].join('；')
  const filledFor = useRef(registration.subProduct)

  useEffect(() => {
    // presets belong to a sub-product: on a change, fill in the proposal of the new one's rules
    if (filledFor.current === registration.subProduct) return
    filledFor.current = registration.subProduct
    const { presets, preset } = proposal
    form.setFieldsValue({ presetId: preset?.id ?? null, ...presetOf(presets.find(({ id }) => id === preset?.id)) })
  }, [form, proposal, registration.subProduct])

  return (
    <div className="registration-grant">
      <Customer form={form} proposal={proposal} />
      <Field
        of={grantTrial}
        name="subProduct"
        {...(refused && { hint: `客户申请的“${refused}”不在您可以授权的子产品中。` })}
      >
        <Select
          options={subProductOptions.filter(({ value }) => mayGrant(value))}
          placeholder="请选择试用产品"
          showSearch={byLabel}
          onChange={onSubProduct}
        />
      </Field>
      {presets.length > 0 && (
        <Form.Item name="presetId" label="快捷授权" extra={hint && <span className="field-hint">{hint}</span>}>
          <Select
            allowClear
            placeholder="不使用"
            options={presets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: string | undefined) => form.setFieldsValue(presetOf(presets.find((each) => each.id === id)))}
          />
        </Form.Item>
      )}
      {subProduct && subProductOf(subProduct).grantsBy === 'product' && (
        <Field of={grantTrial} name="productIds" isRequired>
          <SoldProductsPicker menu="registration" />
        </Field>
      )}
      <ChoiceField of={grantTrial} name="kind" />
      <div className="registration-pair">
        <Field of={grantTrial} name="days">
          <InputNumber min={1} max={3660} precision={0} suffix="天" style={{ width: '100%' }} />
        </Field>
        <Field of={grantTrial} name="quota" isRequired={false}>
          <InputNumber min={1} precision={0} placeholder="不限" style={{ width: '100%' }} />
        </Field>
      </div>
      <Field of={grantTrial} name="modules" isRequired={false}>
        <Checkbox.Group options={moduleOptions} />
      </Field>
      <Field of={grantTrial} name="remark" isRequired={false} placeholder="选填，记入授权变更记录" />
    </div>
  )
}
