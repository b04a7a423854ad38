// The filters of a list. A filter's value is its text in the address, which it parses into fields of the query.
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeField } from '#contract/kinds.ts'
import { type Option, optionsOf } from '../form/options.ts'
import type { FiltersOf } from './list-endpoint.ts'

export type FilterControl = { id: string; value: string; onChange: (text: string) => void }

/** `Part` is the filter's part of the query: a wrong key or type does not compile where the list is defined. */
export type Filter<Part> = {
  /** Its name in the page's address. */
  key: string
  label: string
  control: (props: FilterControl) => ReactNode
  /** The fields, or undefined if the text is invalid. */
  read: (text: string) => Part | undefined
}

/** TypeScript widens a computed key to `string`. */
const part = <K extends string, V>(key: K, value: V) => ({ [key]: value }) as Record<K, V>

export function textFilter<K extends string>(key: K, label: string, maxLength: number): Filter<Record<K, string>> {
  return {
    key,
    label,
    control: ({ id, value, onChange }) => (
      <Input
        id={id}
        value={value}
        maxLength={maxLength}
        allowClear
        onChange={(event) => onChange(event.target.value)}
      />
    ),
    read: (text) => (text.length <= maxLength ? part(key, text) : undefined),
  }
}

function OptionSelect({ options, id, value, onChange }: FilterControl & { options: readonly Option<string>[] }) {
  return (
    <Select
      id={id}
      value={value || null}
      options={[...options]}
      allowClear
      placeholder="全部"
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

export function selectFilter<K extends string, V extends string>(
  key: K,
  label: string,
  options: readonly Option<V>[],
): Filter<Record<K, V>> {
  return {
    key,
    label,
    control: (props) => <OptionSelect {...props} options={options} />,
    read: (text) => {
      const chosen = options.find(({ value }) => value === text)
      return chosen && part(key, chosen.value)
    },
  }
}

/** Yes or no; 1 or 0 in the address. */
export function flagFilter<K extends string>(
  key: K,
  label: string,
  labels: { yes: string; no: string },
): Filter<Record<K, boolean>> {
  const options = [
    { value: '1', label: labels.yes },
    { value: '0', label: labels.no },
  ]
  return {
    key,
    label,
    control: (props) => <OptionSelect {...props} options={options} />,
    read: (text) => (text === '1' || text === '0' ? part(key, text === '1') : undefined),
  }
}

/** The id of one row, chosen by a picker (`control`). */
export function idFilter<K extends string>(
  key: K,
  label: string,
  control: Filter<unknown>['control'],
): Filter<Record<K, string>> {
  return { key, label, control, read: (text) => (/^[1-9]\d{0,18}$/.test(text) ? part(key, text) : undefined) }
}

type FilterKey<E> = keyof FiltersOf<E> & string

function filterOf<E extends Endpoint>(endpoint: E, key: FilterKey<E>): Filter<FiltersOf<E>> {
  const { title, kind, maxLength, labels } = describeField(endpoint.body ?? endpoint.query, key)
  if (labels) return selectFilter(key, title, optionsOf(labels)) as Filter<FiltersOf<E>>
  if (kind === 'switch') return flagFilter(key, title, { yes: '是', no: '否' }) as Filter<FiltersOf<E>>
  if (kind !== 'text' || maxLength === undefined) throw new Error(`${key} needs a filter of its own`)
  return textFilter(key, title, maxLength) as Filter<FiltersOf<E>>
}

/** Filters over texts, choices and switches of the list's query, by their schemas. */
export const filtersOf = <E extends Endpoint>(endpoint: E, keys: readonly FilterKey<E>[]) =>
  keys.map((key) => filterOf(endpoint, key))
