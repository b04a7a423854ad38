// A new third party, or a stored one: one form with an edit flag.
import { Select } from 'antd'
import { readThirdPower, thirdPowerCalls } from '#contract/members/third-powers.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { describeDay, describeList, labelModules, moduleOptions } from '../form-labels.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'

const empty = { name: '', appId: '', productIds: [], modules: [], addresses: [], endsOn: null, remark: '' }

type Props = { edit: boolean; subProduct: SubProductKey; list: string }

export default function ThirdPowerFormPage({ edit, subProduct, list }: Props) {
  return (
    <RowFormPage
      calls={thirdPowerCalls}
      edit={edit}
      list={list}
      on={subProduct}
      draft="third-power"
      empty={empty}
      reads={[readThirdPower]}
      sections={() => [
        { title: '第三方', names: ['name', 'appId', 'remark'] },
        { title: '可以读取', names: ['productIds', 'modules', 'addresses', 'endsOn'] },
      ]}
      inputs={{
        appId: { hint: '第三方程序调用时的标识，在本子产品中唯一。' },
        productIds: {
          input: <SoldProductsPicker menu={subProductMenu(subProduct, 'thirdPower')} />,
          isRequired: false,
        },
        modules: <Select mode="multiple" options={moduleOptions} showSearch={byLabel} placeholder="请选择模块" />,
        addresses: {
          input: <TextTags placeholder="输入后按回车" />,
          hint: 'IP 地址或网段，如 10.0.0.0/8，可粘贴多个；不填则不限制。',
        },
        endsOn: { hint: '当日结束后不能再读取；不填则长期有效。' },
      }}
      say={{
        productIds: ['产品', (ids) => `${ids.length} 个`],
        modules: ['模块', labelModules],
        addresses: ['允许的地址', (addresses) => describeList(addresses, '不限')],
        endsOn: ['截止日期', describeDay],
      }}
    />
  )
}
