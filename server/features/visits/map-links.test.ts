import { expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { mapUrl } from './map-links.ts'

const place = { longitude: '120.153576', latitude: '30.287459' }
const of = (mapProvider: Config['mapProvider'], where: Parameters<typeof mapUrl>[1] = place) =>
  mapUrl({ mapProvider } as Config, where, '澄湖 钢厂')

it('meetings-visits-sharing.md: a position opens on the map of the provider that is set up, as WGS 84', () => {
  expect(of('none')).toBeNull()
  expect(of('amap', { longitude: null, latitude: null })).toBeNull()
  const amap = new URL(of('amap') ?? '')
  expect([amap.host, amap.searchParams.get('position'), amap.searchParams.get('coordinate')]).toEqual([
    'uri.amap.com',
    '120.153576,30.287459',
    'wgs84',
  ])
  const baidu = new URL(of('baidu') ?? '')
  expect([baidu.host, baidu.searchParams.get('location'), baidu.searchParams.get('coord_type')]).toEqual([
    'api.map.baidu.com',
    '30.287459,120.153576',
    'wgs84',
  ])
})
