// 以会员身份试问: what the sub-product would be told about a member now.
import { Button, Form, Input, Select, Table } from 'antd'
import { useState } from 'react'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { refusalLabels } from '#contract/entitlements/entitlements.ts'
import { askAsMember } from '#contract/entitlements/integration.ts'
import { type DataSet, dataSetLabels } from '#contract/members/data-keys.ts'
import { type AccountModule, accountModules, grantKindLabels } from '#contract/members/members.ts'
import { hasDataKeys, type SubProductKey } from '#contract/sub-products.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'

type Asked = BodyOf<typeof askAsMember>
type Answer = DataOf<typeof askAsMember>['answer']['use'] & { key: string; what: string }

const columns = [
  { key: 'what', title: '项目', dataIndex: 'what' },
  {
    key: 'allowed',
    title: '答复',
    render: ({ why }: Answer) =>
      why ? <Status tone="bad">{refusalLabels[why]}</Status> : <Status tone="good">可以使用</Status>,
  },
  { key: 'kind', title: '授权类型', render: ({ kind }: Answer) => (kind ? grantKindLabels[kind] : '—') },
  { key: 'until', title: '有效期至', render: ({ until }: Answer) => until ?? '—' },
]

function answersOf({ answer: { use, products, modules, dataSets } }: DataOf<typeof askAsMember>): Answer[] {
  return [
    { key: 'use', what: '子产品', ...use },
    ...products.map(({ id, ...each }) => ({ key: `p${id}`, what: `产品 ${id}`, ...each })),
    ...modules.map(({ id, ...each }) => ({ key: id, what: `模块 ${accountModules[id as AccountModule]}`, ...each })),
    ...dataSets.map(({ id, ...each }) => ({ key: `d${id}`, what: `数据集 ${dataSetLabels[id as DataSet]}`, ...each })),
  ]
}

export function Trial({ subProduct }: { subProduct: SubProductKey }) {
  const [asked, setAsked] = useState<Asked>()
  const nobody = { subProduct, name: '-', products: [], modules: [], dataSets: [] }
  const { data, isFetching, refetch } = useCall(askAsMember, asked ?? nobody, {
    enabled: asked !== undefined,
  })
  const handleAsk = ({ name, products = [], modules = [], dataSets = [] }: Partial<Asked>) => {
    const next = { subProduct, name: name?.trim() ?? '', products, modules, dataSets }
    if (JSON.stringify(next) === JSON.stringify(asked)) void refetch()
    else setAsked(next)
  }
  return (
    <section className="sign-in-clients" aria-label="以会员身份试问">
      <div className="sign-in-clients-head">
        <h2>以会员身份试问</h2>
      </div>
      <Form<Partial<Asked>> layout="vertical" className="integration-trial" onFinish={handleAsk}>
        <Form.Item name="name" label="登录名或手机号码" rules={[{ required: true, message: '请输入登录名或手机号码' }]}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="products" label="产品">
          <ProductsPicker />
        </Form.Item>
        <Form.Item name="modules" label="模块">
          <Select mode="multiple" allowClear options={optionsOf(accountModules)} />
        </Form.Item>
        {hasDataKeys(subProduct) && (
          <Form.Item name="dataSets" label="数据集">
            <Select mode="multiple" allowClear options={optionsOf(dataSetLabels)} />
          </Form.Item>
        )}
        <Button htmlType="submit" loading={isFetching}>
          试问
        </Button>
      </Form>
      {asked && data && (
        <Table<Answer>
          size="small"
          caption={`${data.loginName}（${data.enterpriseName}），${data.day}`}
          columns={columns}
          dataSource={answersOf(data)}
          pagination={false}
        />
      )}
    </section>
  )
}
