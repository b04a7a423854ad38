// The select over very many options, and the transfer list, in their states.
import { useState } from 'react'
import { TransferList } from '#web/kit/picker/transfer-list.tsx'
import { VirtualSelect } from '#web/kit/picker/virtual-select.tsx'
import { Part, State } from './part.tsx'
import { accounts, fewPrices, manyAccounts, manyPrices, type Price } from './samples.ts'

const keys = { labelKey: 'priceName', valueKey: 'priceId', placeholder: '请选择价格' } as const
const isStopped = (price: Price) => price.isStopped
const none: string | null = null
const nobody: string[] = []

export function VirtualSelects() {
  const [retries, setRetries] = useState(0)
  return (
    <Part id="select" title="海量选择框" about="十万个选项仍可流畅打开、筛选和滚动；停止输入 500 毫秒后筛选。">
      <State<string | null> name="十万个选项" first="150001">
        {(value, onChange) => (
          <VirtualSelect
            aria-label="十万个选项"
            {...keys}
            options={manyPrices}
            isDisabled={isStopped}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State name="多选" first={['100001', '100002']}>
        {(value, onChange) => (
          <VirtualSelect
            aria-label="多选"
            mode="multiple"
            {...keys}
            options={manyPrices}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State<string | null> name="几个选项" first={none}>
        {(value, onChange) => (
          <VirtualSelect
            aria-label="几个选项"
            {...keys}
            options={fewPrices}
            isDisabled={isStopped}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State<string | null> name="没有选项" first={none}>
        {(value, onChange) => (
          <VirtualSelect aria-label="没有选项" {...keys} options={[]} value={value} onChange={onChange} />
        )}
      </State>
      <State<string | null> name="选项加载中" first="100001">
        {(value, onChange) => (
          <VirtualSelect
            aria-label="选项加载中"
            {...keys}
            options={[]}
            state="loading"
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State<string | null> name="选项加载失败" first={none}>
        {(value, onChange) => (
          <VirtualSelect
            aria-label="选项加载失败"
            {...keys}
            options={retries > 0 ? fewPrices : []}
            {...(retries === 0 && { state: 'failed' as const })}
            onRetry={() => setRetries(retries + 1)}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State<string | null> name="选择框禁用" first="100001">
        {(value) => <VirtualSelect aria-label="选择框禁用" {...keys} options={fewPrices} disabled value={value} />}
      </State>
    </Part>
  )
}

const titles = ['可选账号', '已关联账号'] as const

export function TransferLists() {
  const [retries, setRetries] = useState(0)
  return (
    <Part id="transfer" title="穿梭框" about="两侧各自搜索、勾选、移动；禁用的项目留在原处。" isWide>
      <State name="少量" first={['2', '3']}>
        {(value, onChange) => (
          <TransferList aria-label="少量" titles={titles} items={accounts} value={value} onChange={onChange} />
        )}
      </State>
      <State name="一万项" first={nobody}>
        {(value, onChange) => (
          <TransferList aria-label="一万项" titles={titles} items={manyAccounts} value={value} onChange={onChange} />
        )}
      </State>
      <State name="加载失败" first={nobody}>
        {(value, onChange) => (
          <TransferList
            aria-label="加载失败"
            titles={titles}
            items={retries > 0 ? accounts : []}
            {...(retries === 0 && { state: 'failed' as const })}
            onRetry={() => setRetries(retries + 1)}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State name="加载中" first={nobody}>
        {(value, onChange) => (
          <TransferList
            aria-label="加载中"
            titles={titles}
            items={[]}
            state="loading"
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State name="禁用" first={['1']}>
        {(value) => <TransferList aria-label="禁用" titles={titles} items={accounts} disabled value={value} />}
      </State>
    </Part>
  )
}
