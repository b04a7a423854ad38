CREATE INDEX "visits_unfinished" ON "visits" USING btree ("planned_at","id") WHERE "visits"."state" in ('planned', 'onTheWay', 'visited') or "visits"."returned_at" is not null;
