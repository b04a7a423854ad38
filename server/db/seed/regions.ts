// The regions that every database begins with: provinces, cities and districts with the numbers of provinces and cities.
// Districts have no number here: administrators add those that they need. As of 2024; compared name by name with the
// divisions of the National Bureau of Statistics (2023): equal but for its development zones and the towns of cities
// without districts, which are no districts, and for Sansha's, which it names by their islands.

import { batches } from '#server/db/batches.ts'
import type { Tx } from '../connection.ts'
import { regions } from '../schema/catalogue.ts'
import { easternRegions } from './regions-east.ts'
import { northernRegions } from './regions-north.ts'
import { southernRegions } from './regions-south.ts'
import { westernRegions } from './regions-west.ts'

type City = { name: string; code: string; districts: string[] }
type Province = { name: string; code: string; cities: City[] }

/** `13 河北省` begins a province; `01 石家庄市:长安区 桥西区` is a city of it, `--` one without a number. */
function read(text: string): Province[] {
  const provinces: Province[] = []
  for (const line of text.trim().split('\n')) {
    const [head = '', districts] = line.split(':')
    const [number = '', name = ''] = head.split(' ')
    const province = provinces.at(-1)
    if (districts === undefined) provinces.push({ name, code: number, cities: [] })
    else if (province) {
      const code = number === '--' ? '' : province.code + number
      province.cities.push({ name, code, districts: districts.split(' ').filter(Boolean) })
    }
  }
  return provinces
}

const provinces: readonly Province[] = [northernRegions, easternRegions, southernRegions, westernRegions]
  .flatMap(read)
  .toSorted((one, other) => one.code.localeCompare(other.code))

type Row = typeof regions.$inferInsert

/** @returns their ids, in the order of the rows */
async function insert(tx: Tx, rows: Row[]): Promise<string[]> {
  const ids: string[] = []
  for (const batch of batches(rows)) {
    // PostgreSQL answers the rows of one statement in their order.
    ids.push(...(await tx.insert(regions).values(batch).returning({ id: regions.id })).map(({ id }) => id))
  }
  return ids
}

const placed = (at: number) => (at + 1) * 10

/** Of a database that has none. */
export async function seedRegions(tx: Tx): Promise<void> {
  const provinceIds = await insert(
    tx,
    provinces.map(({ name, code }, at) => ({ name, code, level: 1, sort: placed(at) })),
  )
  const cities = provinces.flatMap((province, at) =>
    province.cities.map((city, place) => ({ city, parentId: provinceIds[at], sort: placed(place) })),
  )
  const cityIds = await insert(
    tx,
    cities.map(({ city: { name, code }, ...place }) => ({ name, code, level: 2, ...place })),
  )
  const districts = cities.flatMap(({ city }, at) =>
    city.districts.map((name, place) => ({ name, level: 3, parentId: cityIds[at], sort: placed(place) })),
  )
  await insert(tx, districts)
}
