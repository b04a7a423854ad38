// A new preset, or a stored one: one form with an edit flag.
import { Checkbox, InputNumber, Radio } from 'antd'
import { PRESET_DAYS_MAX, type PresetForm, presetCalls } from '#contract/members/grant-presets.ts'
import { accountModuleKeys } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { kindOptions, labelModules, moduleOptions } from '../form-labels.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import { HiddenProducts } from '../hidden-products.tsx'
import { quotaText, subProductPath } from './preset-labels.tsx'

const empty: PresetForm = {
  name: '',
  kind: 'trial',
  days: 7,
  productIds: [],
  modules: [...accountModuleKeys],
  quota: null,
  isEnabled: true,
  remark: '',
}

export default function PresetFormPage({ subProduct, edit }: { subProduct: SubProductKey; edit: boolean }) {
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  return (
    <RowFormPage
      calls={presetCalls}
      edit={edit}
      list={subProductPath(subProduct, 'quickAuthorization')}
      on={subProduct}
      draft="preset"
      empty={empty}
      input={(typed) => ({ ...empty, ...typed })}
      sections={(_, stored) => [
        { title: '方案', names: ['name', 'isEnabled', 'remark'] },
        {
          title: '授权内容',
          names: ['kind', 'days', ...(isWhole ? [] : (['productIds'] as const)), 'modules', 'quota'],
          before: stored && <HiddenProducts hidden={stored.hiddenProducts} />,
        },
      ]}
      inputs={{
        isEnabled: { hint: '禁用后不能按此方案授权，已经授权的不受影响。', isRequired: false },
        kind: <Radio.Group options={kindOptions} />,
        days: {
          input: <InputNumber min={1} max={PRESET_DAYS_MAX} precision={0} suffix="天" style={{ width: 160 }} />,
          hint: '从授权当天算起，当天为第一天。',
        },
        productIds: {
          input: <SoldProductsPicker menu={subProductMenu(subProduct, 'quickAuthorization')} />,
          isRequired: true,
        },
        modules: {
          input: <Checkbox.Group options={moduleOptions} />,
          hint: '授权时加到账号已有的模块上，不会减少。',
        },
        quota: {
          input: <InputNumber min={1} max={1_000_000} precision={0} suffix="次" style={{ width: 160 }} />,
          hint: '每天下载或调用的次数，不填则不限。',
        },
      }}
      say={{
        days: ['授权天数', (days) => `${days} 天`],
        productIds: ['产品', (ids) => `${ids.length} 个产品`],
        modules: ['模块', labelModules],
        quota: ['每日额度', quotaText],
      }}
    />
  )
}
