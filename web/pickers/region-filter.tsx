// Filters a list by a province or a city, with everything below.
import { getCityTree } from '#contract/catalogue/regions.ts'
import { type FilterControl, idFilter } from '#web/kit/list/filters.tsx'
import { SearchSelect } from '#web/kit/picker/search-select.tsx'
import { useCall } from '#web/lib/query.ts'

/** A province includes its cities, a city its districts. */
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
