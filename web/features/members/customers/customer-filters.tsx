// Filters that only customers have: by how soon something ends, and by region.
import { Select } from 'antd'
import { getCityTree } from '../../../../contract/catalogue/regions.ts'
import type { Filter, FilterControl } from '../../../kit/list/filters.tsx'
import { idFilter } from '../../../kit/list/filters.tsx'
import { SearchSelect } from '../../../kit/picker/search-select.tsx'
import { useCall } from '../../../lib/query.ts'

const ends = [7, 15, 30, 90].map((days) => ({ value: String(days), label: `${days} 天内到期` }))

export function endFilter<K extends string>(key: K, label: string): Filter<Record<K, number>> {
  return {
    key,
    label,
    control: ({ id, value, onChange }) => (
      <Select
        id={id}
        value={value || null}
        options={ends}
        allowClear
        placeholder="全部"
        onChange={(next) => onChange(next ?? '')}
      />
    ),
    read: (text) =>
      ends.some(({ value }) => value === text) ? ({ [key]: Number(text) } as Record<K, number>) : undefined,
  }
}

/** A province stands for its cities, a city for its districts. */
function RegionSelect({ id, value, onChange }: FilterControl) {
  const { data = [], isPending } = useCall(getCityTree)
  const options = data.map(({ id: own, regionName, children = [] }) => ({
    label: regionName,
    options: [
      { value: own, label: regionName },
      ...children.map((city) => ({ value: city.id, label: `${regionName} ${city.regionName}` })),
    ],
  }))
  return (
    <SearchSelect
      id={id}
      options={options}
      placeholder="全部"
      isLoading={isPending}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

export const regionFilter = <K extends string>(key: K, label: string) =>
  idFilter(key, label, (props) => <RegionSelect {...props} />)
