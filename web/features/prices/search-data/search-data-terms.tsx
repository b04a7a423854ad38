// The terms of a query: range, period length, publication, currency and tax.
import { Button, Input, Popover, Radio, Select } from 'antd'
import { useState } from 'react'
import type { Currency } from '#contract/prices/conversion.ts'
import { edgeLabels, measureLabels, periodLengthLabels } from '#contract/prices/periods.ts'
import { currencies } from '#contract/prices/price-labels.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { currencyOptions } from '../price-labels.tsx'
import { daysOf, rangeLabels, type Terms } from './search-data.rules.ts'

type Change = (change: Partial<Terms>) => void

const RATE = /^(?=.*[1-9])\d{1,8}(\.\d{1,8})?$/
const TAX = /^(100|[1-9]?\d(\.\d{1,2})?)$/
const PUBLICATION = /^[1-9]\d{0,18}$/

type MoneyProps = { terms: Terms; onApply: Change }

function Money({ terms, onApply }: MoneyProps) {
  const [own, setOwn] = useState(terms)
  const change: Change = (next) => setOwn({ ...own, ...next })
  const others = own.currency === '' ? [] : currencies.filter((each) => each !== own.currency)
  const bad = (text: string | undefined, pattern: RegExp) => Boolean(text) && !pattern.test(text ?? '')
  const isBad = others.some((each) => bad(own.rates[each], RATE)) || (own.tax !== '' && !TAX.test(own.taxRate))
  const rates = () =>
    Object.fromEntries(others.flatMap((each) => (own.rates[each] ? [[each, own.rates[each]]] : []))) as Terms['rates']
  return (
    <form
      className="data-money"
      aria-label="换算"
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ currency: own.currency, rates: rates(), tax: own.tax, taxRate: own.tax ? own.taxRate : '' })
      }}
    >
      <label htmlFor="data-currency">币种</label>
      <Select<Currency | ''>
        id="data-currency"
        value={own.currency}
        options={[{ value: '', label: '不换算' }, ...currencyOptions]}
        onChange={(currency) => change({ currency })}
      />
      {others.map((each) => (
        <Input
          key={each}
          prefix={`1 ${each} =`}
          suffix={own.currency}
          aria-label={`1 ${each} 等于多少 ${own.currency}`}
          status={bad(own.rates[each], RATE) ? 'error' : ''}
          placeholder="用到时填写"
          value={own.rates[each] ?? ''}
          onChange={({ target }) => change({ rates: { ...own.rates, [each]: target.value.trim() } })}
        />
      ))}
      <span>税</span>
      <Radio.Group
        aria-label="税"
        value={own.tax}
        options={[
          { value: '', label: '不换算' },
          { value: 'in', label: '含税' },
          { value: 'ex', label: '不含税' },
        ]}
        onChange={({ target }) => change({ tax: target.value as Terms['tax'] })}
      />
      {own.tax !== '' && (
        <Input
          prefix="税率"
          suffix="%"
          aria-label="税率"
          status={TAX.test(own.taxRate) ? '' : 'error'}
          value={own.taxRate}
          onChange={({ target }) => change({ taxRate: target.value.trim() })}
        />
      )}
      <Button type="primary" htmlType="submit" disabled={isBad}>
        应用
      </Button>
    </form>
  )
}

const moneyText = ({ currency, tax, taxRate }: Terms) =>
  [currency, tax === '' ? '' : `${tax === 'in' ? '含税' : '不含税'} ${taxRate}%`].filter(Boolean).join(' · ')

type Known = 'now' | 'publication' | 'moment'

function AsKnownAt({ terms: { asKnownAt, knownAt }, onChange }: { terms: Terms; onChange: Change }) {
  const [kind, setKind] = useState<Known>(asKnownAt ? 'publication' : knownAt ? 'moment' : 'now')
  const [number, setNumber] = useState(asKnownAt)
  const take = () => {
    if (PUBLICATION.test(number)) onChange({ asKnownAt: number, knownAt: '' })
  }
  return (
    <>
      <Select<Known>
        aria-label="截至"
        value={kind}
        options={[
          { value: 'now', label: '截至现在' },
          { value: 'publication', label: '截至发布序号' },
          { value: 'moment', label: '截至时点' },
        ]}
        onChange={(next) => {
          setKind(next)
          if (next === 'now') onChange({ asKnownAt: '', knownAt: '' })
        }}
      />
      {kind === 'publication' && (
        <Input
          className="data-number"
          aria-label="发布序号"
          placeholder="序号，按 Enter"
          status={number === '' || PUBLICATION.test(number) ? '' : 'error'}
          value={number}
          onChange={({ target }) => setNumber(target.value.trim())}
          onPressEnter={take}
          onBlur={take}
        />
      )}
      {kind === 'moment' && (
        <MomentInput
          aria-label="时点"
          value={knownAt}
          // all that was known in that minute
          onChange={(moment) => onChange({ asKnownAt: '', knownAt: moment?.replace(':00+', ':59+') ?? '' })}
        />
      )}
    </>
  )
}

export function TermsBar({ terms, today, onChange }: { terms: Terms; today: string; onChange: Change }) {
  const [isMoneyOpen, setMoneyOpen] = useState(false)
  const days = daysOf(terms, today)
  const money = moneyText(terms)
  return (
    <div className="price-bar">
      <Select
        aria-label="日期范围"
        className="data-range"
        value={terms.range}
        options={optionsOf(rangeLabels)}
        onChange={(range) => onChange(range === 'own' ? { range, ...days } : { range })}
      />
      {terms.range === 'own' && (
        <DateRangePicker
          value={{ start: days.from, end: days.to }}
          onChange={({ start, end }) => start && end && onChange({ from: start, to: end })}
        />
      )}
      <Radio.Group
        aria-label="频率"
        optionType="button"
        value={terms.length}
        options={optionsOf(periodLengthLabels)}
        onChange={({ target }) => onChange({ length: target.value as Terms['length'] })}
      />
      <Select
        aria-label="取值"
        value={terms.measure}
        options={optionsOf(measureLabels)}
        onChange={(measure) => onChange({ measure })}
      />
      {terms.length !== 'day' && (
        <Select
          aria-label="区间边缘"
          value={terms.edges}
          options={optionsOf(edgeLabels)}
          onChange={(edge) => onChange({ edges: edge })}
        />
      )}
      <Select
        aria-label="缺值"
        value={terms.isFilled}
        options={[
          { value: false, label: '缺值留空' },
          { value: true, label: '缺值取最近已知' },
        ]}
        onChange={(isFilled) => onChange({ isFilled })}
      />
      <AsKnownAt key={`${terms.asKnownAt} ${terms.knownAt}`} terms={terms} onChange={onChange} />
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isMoneyOpen}
        onOpenChange={setMoneyOpen}
        destroyOnHidden
        content={
          <Money
            terms={terms}
            onApply={(change) => {
              setMoneyOpen(false)
              onChange(change)
            }}
          />
        }
      >
        <Button>换算{money && `：${money}`}</Button>
      </Popover>
    </div>
  )
}
