// The fields of a grant to a registered customer: whose it becomes, who signs in, and what is granted until when.
import { Alert, Checkbox, Form, type FormInstance, Input, InputNumber, Radio, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { type GrantProposal, grantTrial } from '../../../contract/registration-handling.ts'
import { type SubProductKey, subProductOf } from '../../../contract/sub-products.ts'
import { checkMobile } from '../../../contract/validation.ts'
import { Field } from '../../kit/field.tsx'
import { EnterprisePicker } from '../../pickers/enterprise-picker.tsx'
import { kindOptions, moduleOptions, subProductOptions } from './form-words.ts'
import { type GrantValues, presetOf, valuesOf } from './registration-grant-values.ts'
import { SoldProductsPicker } from './sold-products-picker.tsx'
import './registration.css'

const enterpriseOptions = [
  { value: false, label: '新建企业' },
  { value: true, label: '已有企业' },
]

type Props = {
  form: FormInstance<GrantValues>
  proposal: GrantProposal
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
              { value: false, label: '新建会员' },
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
            <Field of={grantTrial} name="enterpriseName" isRequired>
              <Input maxLength={100} />
            </Field>
          )}
          <div className="registration-pair">
            <Field of={grantTrial} name="loginName" isRequired>
              <Input maxLength={32} autoComplete="off" />
            </Field>
            <Field of={grantTrial} name="realName" isRequired>
              <Input maxLength={32} />
            </Field>
            <Field of={grantTrial} name="mobile" isRequired check={checkMobile}>
              <Input maxLength={20} inputMode="numeric" autoComplete="off" />
            </Field>
            <Field of={grantTrial} name="email" isRequired={false}>
              <Input maxLength={128} inputMode="email" autoComplete="off" />
            </Field>
          </div>
        </>
      )}
    </>
  )
}

export function RegistrationGrantFields({ form, proposal, onSubProduct }: Props) {
  const { presets, preset, registration } = proposal
  const subProduct = Form.useWatch<SubProductKey>('subProduct') ?? registration.subProduct
  const presetId = Form.useWatch<string | null>('presetId')
  const filledFor = useRef(registration.subProduct)

  useEffect(() => {
    // another sub-product has other presets: what its rules propose takes the place of what was proposed before
    if (filledFor.current === registration.subProduct) return
    filledFor.current = registration.subProduct
    const { presetId, kind, days, productIds, modules, quota } = valuesOf(proposal)
    form.setFieldsValue({ presetId, kind, days, productIds, modules, quota })
  }, [form, proposal, registration.subProduct])

  return (
    <div className="registration-grant">
      <Customer form={form} proposal={proposal} />
      <Field of={grantTrial} name="subProduct">
        <Select options={subProductOptions} showSearch={{ optionFilterProp: 'label' }} onChange={onSubProduct} />
      </Field>
      {presets.length > 0 && (
        <Form.Item
          name="presetId"
          label="快捷授权"
          extra={preset && presetId === preset.id && <span className="field-hint">{`按规则“${preset.rule}”建议`}</span>}
        >
          <Select
            allowClear
            placeholder="不使用"
            options={presets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: string | undefined) => form.setFieldsValue(presetOf(presets.find((each) => each.id === id)))}
          />
        </Form.Item>
      )}
      {subProductOf(subProduct).grantsBy === 'product' && (
        <Field of={grantTrial} name="productIds" isRequired>
          <SoldProductsPicker menu="registration" />
        </Field>
      )}
      <Field of={grantTrial} name="kind">
        <Radio.Group options={kindOptions} />
      </Field>
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
      <Field of={grantTrial} name="remark" isRequired={false}>
        <Input maxLength={200} placeholder="选填，记入授权变更记录" />
      </Field>
    </div>
  )
}
