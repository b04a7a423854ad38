// The audience of a push, apart from saved lists: a rule, people by name, excluded people.
import { Checkbox, Form, Radio } from 'antd'
import { enterpriseLevels, grantKindLabels } from '#contract/members/members.ts'
import type { PushAudience } from '#contract/push/pushes.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { UsersPicker } from '#web/pickers/user-picker.tsx'

type Rule = NonNullable<PushAudience['rule']>
export type AudienceValues = {
  reach: 'rule' | 'named'
  ruleProducts: string[]
  kinds: Rule['kinds']
  levels: Rule['levels']
  ownerIds: string[]
  accountIds: string[]
  excludedIds: string[]
}

export const freshAudience: AudienceValues = {
  reach: 'rule',
  ruleProducts: [],
  kinds: [],
  levels: [],
  ownerIds: [],
  accountIds: [],
  excludedIds: [],
}

export const audienceValuesOf = ({ rule, accountIds, excludedIds }: PushAudience): AudienceValues => ({
  accountIds,
  excludedIds,
  reach: rule === null ? 'named' : 'rule',
  ruleProducts: rule?.productIds ?? [],
  kinds: rule?.kinds ?? [],
  levels: rule?.levels ?? [],
  ownerIds: rule?.ownerIds ?? [],
})

export const audienceOf = (values: AudienceValues, listIds: string[] = []): PushAudience => {
  const { reach, ruleProducts: productIds, kinds, levels, ownerIds, accountIds, excludedIds } = values
  return { rule: reach === 'rule' ? { productIds, kinds, levels, ownerIds } : null, listIds, accountIds, excludedIds }
}

/** @param namedLabel label of the choice to send to lists and named people only */
export function RuleFields({ namedLabel }: { namedLabel: string }) {
  const reach = Form.useWatch<AudienceValues['reach']>('reach')
  return (
    <>
      <Form.Item
        name="reach"
        label="范围"
        extra={<span className="field-hint">都在您的客户范围内，并且有有效授权。</span>}
      >
        <Radio.Group
          options={[
            { value: 'rule', label: '按条件' },
            { value: 'named', label: namedLabel },
          ]}
        />
      </Form.Item>
      {reach === 'rule' && (
        <>
          <Form.Item name="ruleProducts" label="授权产品">
            <ProductsPicker />
          </Form.Item>
          <Form.Item name="kinds" label="授权类型">
            <Checkbox.Group options={optionsOf(grantKindLabels)} />
          </Form.Item>
          <Form.Item name="levels" label="客户级别">
            <Checkbox.Group options={[...enterpriseLevels]} />
          </Form.Item>
          <Form.Item name="ownerIds" label="归属人">
            <UsersPicker placeholder="不限" />
          </Form.Item>
        </>
      )}
    </>
  )
}
