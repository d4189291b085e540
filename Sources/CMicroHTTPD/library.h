#pragma once

#include "CMicroHTTPD.h"

// The functions that are used. Their types come from the library's header.
#define FUNCTIONS(each) \
  each(start_daemon) each(get_fdset2) each(get_timeout) each(run_from_select) \
  each(quiesce_daemon) each(stop_daemon) each(suspend_connection) each(resume_connection) \
  each(get_connection_info) each(lookup_connection_value) each(get_connection_values) \
  each(create_response_from_buffer) each(create_response_from_callback) each(add_response_header) each(queue_response) \
  each(destroy_response)

struct functions {
#define DECLARE(name) __typeof__(MHD_##name) *name;
  FUNCTIONS(DECLARE)
};

// Filled by `iapctl_mhd_load`.
extern struct functions iapctl_mhd;
