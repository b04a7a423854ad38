CREATE TABLE "silent_tasks" (
	"enterprise_id" bigint PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"opened_on" date NOT NULL,
	"return_on" date
);
--> statement-breakpoint
ALTER TABLE "silent_tasks" ADD CONSTRAINT "silent_tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
