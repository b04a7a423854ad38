// The address of a position on the map of a provider. It gets WGS 84 and converts by itself: nothing is drawn here.
import type { Config } from '#server/config.ts'

type Place = { longitude: string | null; latitude: string | null }
type Provider = Exclude<Config['mapProvider'], 'none'>

const links: Readonly<Record<Provider, (longitude: string, latitude: string, name: string) => string>> = {
  amap: (longitude, latitude, name) =>
    `https://uri.amap.com/marker?${new URLSearchParams({ position: `${longitude},${latitude}`, name, coordinate: 'wgs84' })}`,
  baidu: (longitude, latitude, title) =>
    `https://api.map.baidu.com/marker?${new URLSearchParams({
      location: `${latitude},${longitude}`,
      title,
      content: title,
      output: 'html',
      coord_type: 'wgs84',
    })}`,
}

/** Null without a provider or a position. */
export function mapUrl({ mapProvider }: Config, { longitude, latitude }: Place, name: string): string | null {
  if (mapProvider === 'none' || longitude === null || latitude === null) return null
  return links[mapProvider](longitude, latitude, name)
}
